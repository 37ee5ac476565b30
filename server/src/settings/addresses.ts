import type { Coded } from '#contract/coded.ts'
import type { SettingKey, Settings } from '#contract/settings.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'

/** Addresses that the panel calls by itself, each with the setting that allows a private one. */
const called = {
  externalTrafficInformURI: undefined,
  tgBotAPIServer: undefined,
  updateUrl: 'updateAllowPrivate',
  backupS3Endpoint: 'backupS3AllowPrivate',
} as const satisfies Partial<Record<SettingKey, SettingKey | undefined>>
type CalledKey = keyof typeof called

/** A slow name server does not hold up a save. */
const lookupMs = 3_000
/** Refused whatever happens later; a name that is not found today may be there tomorrow. */
const isFinal = (code: string): boolean => /^egress\.(?:not-public|url-)/.test(code)

/** Says of addresses that were just saved, and allowed or not, that every call to them will be refused. */
export function createAddressNotes(egress: Pick<Egress, 'checkUrl'>) {
  async function noteOn(key: CalledKey, settings: Settings): Promise<Coded[]> {
    const allow = called[key]
    const allowPrivateAddress = allow !== undefined && settings[allow]
    try {
      await egress.checkUrl(settings[key], { allowPrivateAddress, signal: AbortSignal.timeout(lookupMs) })
      return []
    } catch (error) {
      if (!(error instanceof Refusal) || !isFinal(error.code)) return []
      return [coded('setting.never-called', { key, reason: codedOf(error) })]
    }
  }

  return async (changed: readonly SettingKey[], settings: Settings): Promise<Coded[]> => {
    const keys = (Object.keys(called) as CalledKey[]).filter((key) => {
      const allow = called[key]
      return settings[key] !== '' && (changed.includes(key) || (allow && changed.includes(allow)))
    })
    return (await Promise.all(keys.map((key) => noteOn(key, settings)))).flat()
  }
}
