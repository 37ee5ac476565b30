import { coded } from '#domain/refusal.ts'
import { type Check, check, fix, page, setting } from './check.ts'
import { ownerOf, subjectOf } from './ports.ts'

/** A certificate that this machine presents. */
export interface CertificateFact {
  of: 'panel' | 'subscriptions' | 'inbound'
  inboundId: number
  name: string
  /** Blank for one that is written into the inbound. */
  file: string
  /** The panel got it from an authority, and renews it. */
  managedId?: number | undefined
  /** It should present one and has none. The fields below mean nothing then. */
  isAbsent?: boolean
  /** Why it cannot be read; blank if it can. The other fields are valid only then. */
  error: string
  notBefore: number
  notAfter: number
  isSelfSigned: boolean
  /** It leads to an authority that is known to this machine, by what the file itself holds. */
  isComplete: boolean
  /** False: the key belongs to another certificate. Undefined: the key is not here. */
  fitsKey: boolean | undefined
  /** Names that clients use and the certificate does not have. */
  missing: readonly string[]
}

const DAY = 86_400_000
/** Automatic renewal happens at two thirds of the time: what is later than that is late. */
const renewedBy = ({ notBefore, notAfter }: CertificateFact): number =>
  Math.min(14 * DAY, (notAfter - notBefore) / 4)

const pageOf = ({ of, inboundId }: CertificateFact) => {
  if (of === 'inbound') return page(`panel/inbounds?i=${inboundId}`)
  return of === 'panel' ? setting('panel', 'webCertFile') : setting('subscription', 'subCertFile')
}

const endings: ReadonlySet<string> = new Set(['health.cert-soon', 'health.cert-expired'])

function actionFor(fact: CertificateFact, { state, sentence }: Pick<Check, 'state' | 'sentence'>) {
  if (state === 'ok') return undefined
  const { managedId } = fact
  if (managedId === undefined || !endings.has(sentence.code)) return pageOf(fact)
  return fix('certificate', page('panel/settings?section=certificates'), String(managedId))
}

function verdictOf(fact: CertificateFact, now: number): Pick<Check, 'state' | 'sentence'> {
  const owner = ownerOf(fact)
  const left = fact.notAfter - now
  const days = Math.max(0, Math.floor(left / DAY))
  if (fact.isAbsent) return { state: 'bad', sentence: coded('health.cert-none', { owner }) }
  if (fact.error !== '')
    return { state: 'bad', sentence: coded('health.cert-unreadable', { owner, reason: fact.error }) }
  if (fact.fitsKey === false) return { state: 'bad', sentence: coded('health.cert-other-key', { owner }) }
  if (left <= 0) return { state: 'bad', sentence: coded('health.cert-expired', { owner }) }
  if (fact.notBefore > now) return { state: 'bad', sentence: coded('health.cert-early', { owner }) }
  if (left < renewedBy(fact)) return { state: 'warn', sentence: coded('health.cert-soon', { owner, days }) }
  const [missing] = fact.missing
  if (missing !== undefined)
    return { state: 'warn', sentence: coded('health.cert-other-name', { owner, name: missing }) }
  if (fact.isSelfSigned) return { state: 'note', sentence: coded('health.cert-self-signed', { owner, days }) }
  if (!fact.isComplete) return { state: 'warn', sentence: coded('health.cert-incomplete', { owner }) }
  return { state: 'ok', sentence: coded('health.cert-good', { owner, days }) }
}

/** One line per certificate, its worst flaw. */
export const judgeCertificates = (facts: readonly CertificateFact[], now: number): Check[] =>
  facts.map((fact, i) => {
    const verdict = verdictOf(fact, now)
    const id =
      fact.of === 'inbound' ? `certificates.inbound-${fact.inboundId}-${i}` : `certificates.${fact.of}`
    return check(id, verdict.state, verdict.sentence, actionFor(fact, verdict), subjectOf(fact))
  })
