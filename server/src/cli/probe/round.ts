import { z } from 'zod'
import { mostReported, ProbeWork, type ReportedRow } from '#contract/probes-api.ts'
import { reportedOf } from '#domain/entries/reported.ts'
import { Refusal } from '#domain/refusal.ts'
import type { TestCores } from '../../core/process/throwaway-cores.ts'
import { entriesIn, isClockRight } from '../../entries/received.ts'
import { checkRound } from '../../entries/round.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import { version } from '../../platform/version.ts'
import type { PanelCalls } from './panel.ts'

interface Deps {
  calls: PanelCalls
  core: { provider: { located(): string | undefined }; testCores: TestCores }
  egress: Egress
  /** Also entries and a test page in private networks, or on this machine. */
  allowPrivate: boolean
  warn(line: string): void
}

const mostEntries = 500
/** The body of a call has 16 KiB, and what is said is text inside of it. */
const mostSaid = 11_000

const Work = ProbeWork.extend({
  round: z.string().max(64),
  everyMinutes: z.int().min(0).max(1_440),
  page: z.string().max(2_048),
  entries: z.array(
    z.object({ entry: z.string().max(300), inboundId: z.int().positive(), advertised: z.unknown() }),
  ),
})

/** One round: asks what to check, looks, and says what it found. Returns after how many minutes the panel wants the next. */
export async function probeRound(
  deps: Deps,
): Promise<{ everyMinutes: number; good: number; failed: number }> {
  const { calls, core, egress, allowPrivate: allowPrivateAddress, warn } = deps
  const answer = Work.safeParse(await calls.call('work', { version }))
  if (!answer.success) throw new Refusal('probe.not-understood')
  const { round, everyMinutes, page: url, at, entries: given } = answer.data
  if (round === '') return { everyMinutes, good: 0, failed: 0 }
  const asked = { allowPrivate: allowPrivateAddress, at, now: Date.now() }
  if (!isClockRight(asked)) warn('The clock of this machine or of the panel is wrong: VMess is left out.')
  const entries = await entriesIn(given.slice(0, mostEntries), asked)
  const page: Pick<Egress, 'safeFetch' | 'publicAddresses'> = {
    safeFetch: (to, options) => egress.safeFetch(to, { ...options, allowPrivateAddress }),
    publicAddresses: async (to, options) =>
      (await egress.publicAddresses?.(to, { ...options, allowPrivateAddress })) ?? [],
  }
  const { outcomes, offline } = await checkRound({ core, egress: page, url, accepted: () => 0 }, entries)
  const rows = entries.flatMap(({ inboundId, entry }, i): ReportedRow[] => {
    const outcome = outcomes[i]
    return outcome ? [reportedOf(inboundId, entry, outcome)] : []
  })
  for (const results of partsOf(rows))
    await calls.call('results', { round, offline: offline !== undefined, results })
  if (offline) warn('This machine cannot fetch the test page itself: it blames no entry.')
  const good = rows.filter(([, , found]) => typeof found === 'number').length
  return { everyMinutes, good, failed: rows.length - good }
}

/** At least one: it also says whether this machine has a way out. */
function partsOf(rows: readonly ReportedRow[]): ReportedRow[][] {
  const parts: ReportedRow[][] = [[]]
  let bytes = 0
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row)) + 8
    const last = parts.at(-1) as ReportedRow[] // there is one
    if (last.length === mostReported || bytes + size > mostSaid) {
      parts.push([row])
      bytes = size
    } else {
      last.push(row)
      bytes += size
    }
  }
  return parts
}
