import type { Coded } from '#contract/coded.ts'
import { certificatePairs, rowOf, type SettingKey, type Settings } from '#contract/settings.ts'
import { addressBytes, plainAddress } from '#domain/net/address.ts'
import { coded, Refusal } from '../refusal.ts'
import { longestRouting, routingValues } from '../subscription/routing.ts'
import { type SettingValue, textComplaint } from './formats.ts'

/** What is wrong with one value on its own, or null when it is fine. */
export function complaintAbout(key: SettingKey, value: SettingValue): Coded | null {
  const row = rowOf(key)
  if (row.type === 'bool') return typeof value === 'boolean' ? null : coded('input.not-switch')
  if (row.type === 'int') {
    const fits =
      typeof value === 'number' && Number.isSafeInteger(value) && value >= row.min && value <= row.max
    return fits ? null : coded('input.range', { min: row.min, max: row.max })
  }
  if (typeof value !== 'string') return coded('input.not-text')
  if (row.choices && !row.choices.includes(value))
    return coded('input.one-of', { values: row.choices.join(', ') })
  return textComplaint(row.format, value)
}

const listening = ['subPort', 'webPort', 'subListen', 'webListen', 'subEnable'] as const
const subPaths = ['subPath', 'subJsonPath', 'subClashPath', 'subSingboxPath'] as const

/** Whether two listeners on one port would conflict; blank is loopback (R7). */
function listenersOverlap(one: string, other: string): boolean {
  const a = canonical(one)
  const b = canonical(other)
  if (a === b || a === '::' || b === '::') return true // the IPv6 wildcard also takes IPv4
  return !`${a}${b}`.includes(':') && (a === '0.0.0.0' || b === '0.0.0.0')
}

function canonical(listen: string): string {
  const bytes = addressBytes(listen || '127.0.0.1')
  return bytes ? plainAddress(bytes) : listen
}

function refuseSharedListener(next: Settings, changed: ReadonlySet<SettingKey>): void {
  const culprit = listening.find((key) => changed.has(key))
  if (!culprit || !next.subEnable || next.webPort !== next.subPort) return
  if (!listenersOverlap(next.webListen, next.subListen)) return
  throw new Refusal('setting.ports-equal', { port: next.subPort }, culprit)
}

function refuseSharedPath(next: Settings, changed: ReadonlySet<SettingKey>): void {
  for (const key of subPaths) {
    if (!changed.has(key)) continue
    const twin = subPaths.find((other) => other !== key && next[other] === next[key])
    if (twin) throw new Refusal('setting.must-differ', { key, twin, value: next[key] }, key)
  }
}

function refuseHalfCertificate(next: Settings, changed: ReadonlySet<SettingKey>): void {
  for (const [cert, key] of certificatePairs) {
    if (!changed.has(cert) && !changed.has(key)) continue
    const missing = next[cert] === '' ? cert : key
    if ((next[cert] === '') !== (next[key] === '')) {
      throw new Refusal('setting.pair-incomplete', { missing, cert, key }, missing)
    }
  }
}

const routing = ['subRoutingRules', 'subV2raytunRules', 'subIncyRoutingRules'] as const

function refuseLongRouting(next: Settings, changed: ReadonlySet<SettingKey>): void {
  const culprit = routing.find((key) => changed.has(key))
  if (!culprit || routingValues(next).every((value) => value.length <= longestRouting)) return
  throw new Refusal('setting.routing-too-long', { max: longestRouting }, culprit)
}

/** Checks only changed values: an old value that newer rules refuse never blocks an unrelated edit. */
export function validate(next: Settings, changedKeys: readonly SettingKey[]): void {
  for (const key of changedKeys) {
    const complaint = complaintAbout(key, next[key])
    if (complaint) throw Refusal.of(complaint, key)
  }
  const changed = new Set(changedKeys)
  refuseSharedListener(next, changed)
  refuseSharedPath(next, changed)
  refuseHalfCertificate(next, changed)
  refuseLongRouting(next, changed)
}

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
