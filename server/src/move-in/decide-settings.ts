import { certificatePairs, isSettingKey, type SettingKey, type Settings } from '#contract/settings.ts'
import type { Finding } from '#domain/move-in/arrival.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { assign } from '#domain/settings/merge.ts'
import { parse } from '#domain/settings/stored.ts'
import { validate } from '#domain/settings/validate.ts'
import { loadCertificate } from '../platform/http/certificate.ts'

export interface DecidedSettings {
  next: Settings
  changed: SettingKey[]
  /** What of the arriving settings does not fit this machine. */
  findings: Finding[]
}

/** Identify this panel and its parts; they never come from elsewhere. */
const own: ReadonlySet<string> = new Set(['secret', 'standInPort', 'apiToken'])

/** The arriving values over those here. A value that this machine cannot use is left, with the reason. */
export function decideSettings(before: Settings, wanted: Readonly<Record<string, string>>): DecidedSettings {
  const findings: Finding[] = []
  const rows = Object.entries(wanted).flatMap(([key, value]) =>
    isSettingKey(key) && !own.has(key) ? [{ key, value }] : [],
  )
  const { settings, broken } = parse(rows)
  const refused = new Map(broken.map(({ key, reason }) => [key, reason]))
  for (const [key, reason] of refused)
    findings.push({ kind: 'left', subject: key, said: coded('move-in.setting-left', { key, reason }) })
  const taken = Object.fromEntries(
    rows.flatMap(({ key }) => (refused.has(key) ? [] : [[key, settings[key]]])),
  ) as Partial<Settings> // each value comes from its own key
  dropUnusableCertificates(before, taken, findings)
  const { next, changed } = assign(before, taken)
  try {
    validate(next, changed)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('move-in.settings-clash', { reason: codedOf(error) })
  }
  return { next, changed, findings }
}

/** A configured certificate that does not load would stop the panel's next start (R6). */
function dropUnusableCertificates(before: Settings, taken: Partial<Settings>, findings: Finding[]): void {
  for (const [certKey, keyKey] of certificatePairs) {
    const cert = taken[certKey] ?? before[certKey]
    const key = taken[keyKey] ?? before[keyKey]
    const arrives = taken[certKey] !== undefined || taken[keyKey] !== undefined
    if (!arrives || (cert === '' && key === '')) continue
    try {
      loadCertificate(cert, key, certKey)
    } catch (error) {
      delete taken[certKey]
      delete taken[keyKey]
      findings.push({
        kind: 'left',
        subject: certKey,
        said: coded('move-in.certificate-left', { cert, key, reason: codedOf(error) }),
      })
    }
  }
}
