import type { Coded } from '#contract/coded.ts'
import { checkSource, checkUserName } from '#domain/core-config/check-user.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { entryNames } from '#domain/entries/names.ts'
import { type EntryOutcome, oldestCounted } from '#domain/entries/state.ts'
import type { EntryFacts } from '#domain/health/entries.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { parseAccessLine } from '../connections/cut/access-line.ts'
import type { Core } from '../core/room.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { waitFor } from '../platform/wait-for.ts'
import type { Base } from '../settings/base-services.ts'
import type { CheckLinks } from '../subscriptions/check-links.ts'
import type { Target } from './round.ts'
import { createEntryStore, type EntryPlace } from './store.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'egress' | 'settings' | 'now'> {
  core: Core
  links: CheckLinks
  /** Nobody serves the inbounds of a demo: it says itself what its rounds find. */
  simulated: ((targets: readonly Target[], now: number) => EntryOutcome[]) | undefined
}

const tickMs = 60_000
/** Somebody waits for a check of one inbound. */
const answerMs = 9_500
const mostEntries = 500

type Placed = EntryPlace & Target

/**
 * Checks the inbounds of this server as a client: a hidden client goes through each entry by the link that clients get.
 * Owns the tables `entry_checks` and `entry_days`. Offers the results. The code of a round is loaded with the first one.
 */
export function createEntries({ db, commit, egress, settings, core, links, now, simulated }: Deps) {
  const store = createEntryStore({ db, commit, now })
  let running: Promise<void> | undefined
  /** Rounds whose turn has not come, by what they look at: who asks meanwhile joins them. */
  const waiting = new Map<number | undefined, Promise<void>>()
  let lastRoundAt = 0
  let offline: Coded | undefined
  /** Tags of the inbounds that accepted their hidden client, in this round. */
  let accepted: string[] | undefined

  core.onLine((line) => {
    if (!accepted) return
    const { user = '', inbound = '' } = parseAccessLine(line) ?? {}
    if (user.toLowerCase() === checkUserName(inbound).toLowerCase()) accepted.push(inbound)
  })

  /** The inbounds that have a hidden client; with an id only that one, if it has one. */
  async function checkable(inboundId: number | undefined): Promise<SectionSource[]> {
    const { inbounds } = await core.desired.now()
    return [...inbounds.values()].filter(
      (one) =>
        one.enable &&
        runsHere(one) &&
        (inboundId ?? one.id) === one.id &&
        core.desired.checkUsersOf(one).length > 0,
    )
  }

  async function placesOf(inbound: SectionSource): Promise<Placed[]> {
    const all = await links(inbound.id, checkSource(inbound, core.desired.hidden()))
    const names = entryNames(all)
    return all.map((advertised, index) => {
      const { host: address, port, remark } = advertised
      const entry = names[index] ?? '' // one each
      return { inboundId: inbound.id, entry, position: index + 1, address, port, remark, advertised }
    })
  }

  async function round(inboundId: number | undefined): Promise<void> {
    const inbounds = await checkable(inboundId)
    const places: Placed[] = []
    for (const inbound of inbounds) places.push(...(await placesOf(inbound)))
    const targets = places.slice(0, mostEntries)
    const tags = new Map(inbounds.map(({ id, tag }) => [id, tag]))
    const lines: string[] = []
    accepted = lines
    try {
      const count = (id: number) => lines.filter((tag) => tag === tags.get(id)).length
      const found = simulated
        ? { outcomes: simulated(targets, now()), offline: undefined }
        : await look(targets, count)
      offline = found.offline
      const checked = targets.flatMap((place, i) => {
        const outcome = found.outcomes[i]
        return outcome ? [{ ...place, outcome }] : []
      })
      const looked = inbounds.map(({ id }) => id)
      await store.write(looked, places, checked, offline !== undefined)
    } finally {
      accepted = undefined
    }
  }

  async function look(targets: readonly Target[], count: (inboundId: number) => number) {
    const { checkRound } = await import('./round.ts')
    const { xrayOutboundTestUrl: url } = await settings.fresh()
    return checkRound({ core, egress, url, accepted: count }, targets)
  }

  async function begin(inboundId: number | undefined): Promise<void> {
    while (running) await running.catch(() => {})
    waiting.delete(inboundId)
    running = round(inboundId)
    try {
      await running
    } finally {
      running = undefined
    }
  }

  /** One round at a time. One that has begun is not joined: whoever asks now wants to know about what was saved until now. */
  async function run(inboundId?: number): Promise<void> {
    if (settings.current().entryCheckMinutes === 0 || (!simulated && core.provider.disabled)) return
    const next = waiting.get(inboundId) ?? Promise.resolve().then(() => begin(inboundId))
    waiting.set(inboundId, next)
    await next
  }

  async function due(): Promise<void> {
    const every = settings.current().entryCheckMinutes * 60_000
    // A tick that comes a little early is the right one.
    if (every === 0 || now() - lastRoundAt < every - tickMs / 2) return
    lastRoundAt = now()
    await run()
  }

  const job: Job = { name: 'entry-checks', everyMs: tickMs, leaderOnly: true, run: due }
  return {
    job,
    /** All entries, or those of the inbounds of one user. */
    async list(userId?: number) {
      const [rows, days] = await Promise.all([store.read(userId), store.days()])
      return {
        everyMinutes: settings.current().entryCheckMinutes,
        offline,
        entries: rows.map((row) => ({
          ...row,
          days: days.get(store.keyOf({ inbound_id: row.inboundId, entry: row.entry })) ?? [],
        })),
      }
    },
    /** Looks now; answers in time with what is known then. */
    checkNow: (inboundId: number): Promise<void> => waitFor(run(inboundId), answerMs),
    /** A whole round, for whoever waits for it. */
    checkAll: () => run(),
    /** What the checks found last, for the doctor. */
    async latest(): Promise<EntryFacts> {
      const { entryCheckMinutes: everyMinutes, subUnhealthyEntries } = settings.current()
      const since = oldestCounted(everyMinutes, now())
      const entries = (await store.read()).map((row) => ({
        ...row,
        sunk: row.sunk && row.checkedAt >= since,
      }))
      return { everyMinutes, offline, isAdvised: subUnhealthyEntries === 'advise', entries }
    },
  }
}

export type EntriesRoom = ReturnType<typeof createEntries>
