import { type Entries, entriesApi } from '#contract/entries-api.ts'
import { inEnglish } from '#domain/refusal.ts'
import { findInbound, inboundId } from '../inbounds/find.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Db } from '../store/open.ts'
import type { EntriesRoom } from './room.ts'

type Listed = Awaited<ReturnType<EntriesRoom['list']>>
type Found = Listed['entries'][number]

const dayShown = ({ day, good, failed, latency }: Found['days'][number]) => ({
  day,
  good,
  failed,
  latencyMs: good > 0 ? Math.round(latency / good) : 0,
})

const entryShown = ({
  cause,
  changes,
  days,
  entry: _,
  sunk: __,
  asn: ___,
  ...row
}: Found): Entries['entries'][number] => ({
  ...row,
  cause: cause ? inEnglish(cause) : '',
  causeCoded: cause ?? null,
  changes: changes ? inEnglish(changes) : '',
  changesCoded: changes ?? null,
  days: days.map(dayShown),
})

const uncheckedShown = ({ inboundId, inbound, reason }: Listed['unchecked'][number]) => ({
  ...{ inboundId, inbound, reason: inEnglish(reason), reasonCoded: reason },
})

const shown = ({ everyMinutes, offline, unchecked, eyes, entries }: Listed): Entries => ({
  everyMinutes,
  offline: offline ? inEnglish(offline) : '',
  offlineCoded: offline ?? null,
  eyes,
  unchecked: unchecked.map(uncheckedShown),
  entries: entries.map(entryShown),
})

export function entryRoutes(mount: Mount, { entries, db }: { entries: EntriesRoom; db: Db }): void {
  mount(entriesApi.list, async ({ caller }) => shown(await entries.list(caller.userId)))
  mount(entriesApi.check, async ({ params, caller }) => {
    const id = inboundId(params.id)
    await findInbound(db.read, id, caller.userId)
    await entries.checkNow(id)
    const all = shown(await entries.list(caller.userId))
    return { ...all, entries: all.entries.filter((one) => one.inboundId === id) }
  })
}
