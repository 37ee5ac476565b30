import type { Coded } from '#contract/coded.ts'
import type { EntryStage } from '#contract/entries-api.ts'
import { type ReportedCode, type ReportedRow, reportedCodes } from '#contract/probes-api.ts'
import { isIp } from '#domain/net/address.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import type { EntryOutcome } from './state.ts'

const stageOf: Readonly<Record<ReportedCode, EntryStage>> = {
  'entry.name-unresolved': 'name',
  'entry.port-closed': 'port',
  'entry.page-missing': 'silent',
  'entry.reality-cover': 'reality',
  'entry.login-refused': 'login',
  'entry.tls-refused': 'tls',
  'entry.transport-refused': 'transport',
  'entry.silent': 'silent',
  'entry.core-refuses': 'core',
}

/** Another machine's words: one line, without what a page or a database cannot take. */
const clean = (said: string): string =>
  said
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll('"', "'") // a call without credentials has few fields, counted by their quotes
    .trim()
    .slice(0, 200)

/** What another eye says of an entry, in our own words. The address is the one that we advertise, not the one it names. */
export function outcomeOf(
  [, , found, said]: ReportedRow,
  { address, port }: { address: string; port: number },
): EntryOutcome {
  if (typeof found === 'number')
    return { isGood: true, latencyMs: found, exitAddress: isIp(said) ? said : '' }
  const text = clean(said)
  const reason = text === '' ? coded('entry.unsaid') : coded('other.said', { reason: text })
  return { isGood: false, stage: stageOf[found], cause: causeOf(found, address, port, reason) }
}

function causeOf(code: ReportedCode, host: string, port: number, reason: Coded): Coded {
  switch (code) {
    case 'entry.name-unresolved':
      return coded(code, { host, reason })
    case 'entry.port-closed':
      return coded(code, { host, port, reason })
    case 'entry.page-missing':
    case 'entry.tls-refused':
    case 'entry.transport-refused':
    case 'entry.core-refuses':
      return coded(code, { reason })
    default:
      return coded(code)
  }
}

const isReported = (code: string): code is ReportedCode => reportedCodes.some((one) => one === code)

/** The same from the other side: what a probe says of an outcome. */
export function reportedOf(inboundId: number, entry: string, outcome: EntryOutcome): ReportedRow {
  if (outcome.isGood)
    return [inboundId, entry, Math.min(120_000, Math.round(outcome.latencyMs)), outcome.exitAddress]
  const { code, params } = outcome.cause
  const { reason = '' } = params
  const said = typeof reason === 'object' ? inEnglish(reason) : String(reason)
  return [inboundId, entry, isReported(code) ? code : 'entry.silent', clean(said)]
}
