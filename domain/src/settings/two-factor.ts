import type { Settings } from '#contract/settings.ts'
import { Refusal } from '../refusal.ts'

type TwoFactorChange = 'none' | { needsCodeOf: 'new' | 'current'; secret: string }

type TwoFactor = Pick<Settings, 'twoFactorEnable' | 'twoFactorToken'>

/**
 * Enabling needs a code of the new secret; disabling or replacing needs one of the current secret (R15). The caller
 * checks `twoFactorCode` against `secret` and raises the login epoch unless this is 'none'.
 */
export function twoFactorChange(current: TwoFactor, next: TwoFactor): TwoFactorChange {
  const replaced = next.twoFactorToken !== current.twoFactorToken
  if (current.twoFactorEnable && current.twoFactorToken !== '') {
    const touched = !next.twoFactorEnable || replaced
    return touched ? { needsCodeOf: 'current', secret: current.twoFactorToken } : 'none'
  }
  if (!next.twoFactorEnable || (current.twoFactorEnable && !replaced)) return 'none'
  if (next.twoFactorToken === '') {
    throw new Refusal('two-factor.secret-missing', {}, 'twoFactorToken')
  }
  return { needsCodeOf: 'new', secret: next.twoFactorToken }
}
