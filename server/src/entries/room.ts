import type { Coded } from '#contract/coded.ts'
import type { EntryEye } from '#contract/entries-api.ts'
import type { ReportedRow } from '#contract/probes-api.ts'
import { checkSource, checkUserName, type Eye } from '#domain/core-config/check-user.ts'
import { masqueSince } from '#domain/core-config/core-additions.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { entryNames } from '#domain/entries/names.ts'
import { outcomeOf } from '#domain/entries/reported.ts'
import { type EntryOutcome, oldestCounted } from '#domain/entries/state.ts'
import type { EntryFacts } from '#domain/health/entries.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { parseAccessLine } from '../connections/cut/access-line.ts'
import type { Core } from '../core/room.ts'
import type { NetworkOf } from '../geo/networks.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { waitFor } from '../platform/wait-for.ts'
import type { Base } from '../settings/base-services.ts'
import type { CheckLinks } from '../subscriptions/check-links.ts'
import { createChanges } from './changes.ts'
import { createNodeEyes, type Reporter } from './node-eyes.ts'
import { createOnNodes, nodeOf } from './on-nodes.ts'
import type { RoundDeps, Target } from './round.ts'
import { createEntryStore, type EntryPlace } from './store.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'egress' | 'settings' | 'now'> {
  core: Core
  links: CheckLinks
  networkOf: NetworkOf
  /** Nobody serves the inbounds of a demo: it says itself what its rounds find. */
  simulated: ((targets: readonly Target[], now: number) => EntryOutcome[]) | undefined
}

const tickMs = 60_000
/** Somebody waits for a check of one inbound. */
const answerMs = 9_500
const mostEntries = 500

type Placed = EntryPlace & Target

/** Who looks from elsewhere, and how it is; told by the room that knows it. */
export type EyesElsewhere = () => Promise<readonly EntryEye[]>

/**
 * Checks the inbounds of this server as a client: a hidden client goes through each entry by the link that clients get.
 * Owns the tables `entry_checks` and `entry_days`. Offers the results. The code of a round is loaded with the first one.
 */
export function createEntries({
  db,
  commit,
  egress,
  settings,
  core,
  links,
  networkOf,
  now,
  simulated,
}: Deps) {
  const store = createEntryStore({ db, commit, now, changes: createChanges({ core, now }) })
  const onNodes = createOnNodes({ core, store, settings, now })
  let running: Promise<void> | undefined
  /** Rounds whose turn has not come, by what they look at: who asks meanwhile joins them. */
  const waiting = new Map<number | undefined, Promise<void>>()
  let lastRoundAt = 0
  /** The round after which nodes looked. */
  let lookedElsewhereAt = 0
  let offline: Coded | undefined
  const elsewhere: EyesElsewhere[] = []
  /** Tags of the inbounds that accepted their hidden client, in this round. */
  let accepted: string[] | undefined

  core.onLine((line) => {
    if (!accepted) return
    const { user = '', inbound = '' } = parseAccessLine(line) ?? {}
    if (user.toLowerCase() === checkUserName(inbound).toLowerCase()) accepted.push(inbound)
  })

  /** The inbounds that have a hidden client, or could have one; with an id only that one. */
  async function candidates(inboundId?: number): Promise<SectionSource[]> {
    const { inbounds } = await core.desired.now()
    return [...inbounds.values()].filter(
      (one) => one.enable && (inboundId ?? one.id) === one.id && core.desired.checkUsersOf(one).length > 0,
    )
  }

  const isThere = (one: SectionSource): boolean => runsHere(one) || onNodes.isHeld(one.id)
  const checkable = async (): Promise<SectionSource[]> => (await candidates()).filter(isThere)

  async function placesOf(inbound: SectionSource, eye?: Eye): Promise<Placed[]> {
    const all = await links(inbound.id, checkSource(inbound, core.desired.hidden(), eye))
    const names = entryNames(all)
    return all.map((advertised, index) => {
      const { host: address, port, remark } = advertised
      const entry = names[index] ?? '' // one each
      return { inboundId: inbound.id, entry, position: index + 1, address, port, remark, advertised }
    })
  }

  /** `eye`: with its keys. */
  async function placesIn(inbounds: readonly SectionSource[], eye?: Eye): Promise<Placed[]> {
    const places: Placed[] = []
    for (const inbound of inbounds) places.push(...(await placesOf(inbound, eye)))
    return places
  }

  async function round(inboundId: number | undefined): Promise<void> {
    const all = await candidates(inboundId)
    const held = await onNodes.hold(all.filter((one) => !runsHere(one)))
    const inbounds = all.filter(isThere)
    const places = await placesIn(inbounds)
    const targets = places.filter(canDial(core.provider.version())).slice(0, mostEntries)
    const tags = new Map(inbounds.map(({ id, tag }) => [id, tag]))
    const here = new Set(inbounds.filter(runsHere).map(({ id }) => id))
    /** A node that did not answer may have lost the hidden client: only what comes before a login counts. */
    const isKnown = ({ inboundId: id }: Placed, outcome: EntryOutcome) =>
      here.has(id) || held.surely.has(id) || outcome.isGood || ['name', 'port'].includes(outcome.stage)
    const lines: string[] = []
    accepted = lines
    try {
      const count = (id: number) =>
        held.surely.has(id) ? held.accepted(id) : lines.filter((tag) => tag === tags.get(id)).length
      const found = simulated
        ? { outcomes: simulated(targets, now()), offline: undefined }
        : await look(targets, count)
      offline = found.offline
      const checked = targets.flatMap((place, i) => {
        const outcome = found.outcomes[i]
        return outcome && isKnown(place, outcome) ? [{ ...place, outcome }] : []
      })
      const looked = [...inbounds.map(({ id }) => id), ...held.never]
      await store.write(looked, places, checked, offline !== undefined)
    } finally {
      accepted = undefined
    }
  }

  async function look(targets: readonly Target[], count: RoundDeps['accepted']) {
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
    await nodeEyes.prepare()
    await run()
  }

  /** What eyes elsewhere check, with the keys of this period; nothing while checks are off. */
  async function given(period: Eye): Promise<(Placed & { node: number })[]> {
    const inbounds = await checkable()
    const places = await placesIn(inbounds, period)
    const nodes = new Map(inbounds.map((one) => [one.id, nodeOf(one)]))
    return places
      .filter(isForAll)
      .slice(0, mostEntries)
      .map((one) => ({ ...one, node: nodes.get(one.inboundId) ?? 0 }))
  }

  /**
   * Stores what another eye found in a round that began at `since`: each entry once. What is no entry is left out. Where it
   * is follows from the address of its call, never from what it says.
   */
  async function report({ eye, address }: Reporter, reported: readonly ReportedRow[], since: number) {
    const inbounds = await checkable()
    const places = await placesIn(inbounds)
    const known = (await store.read()).filter((row) => row.eye === eye && row.checkedAt > since)
    const done = new Set(known.map((row) => `${row.inboundId} ${row.entry}`))
    const byEntry = new Map(reported.map((one) => [`${one[0]} ${one[1]}`, one]))
    const checked = places.slice(0, mostEntries).flatMap((place) => {
      const one = byEntry.get(`${place.inboundId} ${place.entry}`)
      const isNew = !done.has(`${place.inboundId} ${place.entry}`)
      return one && isNew ? [{ ...place, outcome: outcomeOf(one, place) }] : []
    })
    const looked = inbounds.map(({ id }) => id)
    await store.write(looked, places, checked, false, { eye, asn: networkOf(address).asn })
    return checked.length
  }

  const nodeEyes = createNodeEyes({ commit, settings, now, onNodes, store, given, report })
  elsewhere.push(nodeEyes.eyes)

  async function dueElsewhere(signal: AbortSignal): Promise<void> {
    if (lookedElsewhereAt === lastRoundAt || running) return
    lookedElsewhereAt = lastRoundAt
    await nodeEyes.look(signal)
  }

  const jobs: Job[] = [
    { name: 'entry-checks', everyMs: tickMs, leaderOnly: true, run: due },
    // Of its own: a slow node does not delay the checks of this server.
    { name: 'entry-eyes', everyMs: tickMs, leaderOnly: true, run: dueElsewhere },
  ]
  return {
    jobs,
    attachNodes: onNodes.attach,
    /** All entries, or those of the inbounds of one user. */
    async list(userId?: number) {
      const [rows, days, unchecked, ...others] = await Promise.all([
        store.read(userId),
        store.days(),
        onNodes.unchecked(userId),
        ...elsewhere.map((eyes) => eyes()),
      ])
      return {
        eyes: [
          { ...ownEye, seenAt: ownSeenAt(rows), state: offline ? 'offline' : 'looking' },
          ...others.flat(),
        ] satisfies EntryEye[],
        everyMinutes: settings.current().entryCheckMinutes,
        offline,
        unchecked,
        entries: rows.map((row) => ({
          ...row,
          exitCountry: row.exitAddress === '' ? '' : networkOf(row.exitAddress).country,
          days: days.get(store.keyOf({ inbound_id: row.inboundId, entry: row.entry, eye: row.eye })) ?? [],
        })),
      }
    },
    /** Looks now; answers in time with what is known then. */
    checkNow: (inboundId: number): Promise<void> => waitFor(run(inboundId), answerMs),
    /** Rooms on higher floors say who looks from elsewhere. */
    attach: (eyes: EyesElsewhere) => void elsewhere.push(eyes),
    given,
    report,
    forget: store.forget,
    raise: store.raise,
    /** A whole round, for whoever waits for it. */
    checkAll: () => run(),
    /** What the checks found last, for the doctor. */
    async latest(): Promise<EntryFacts> {
      const { entryCheckMinutes: everyMinutes, subUnhealthyEntries, subBlockedEntries } = settings.current()
      const since = oldestCounted(everyMinutes, now())
      const entries = (await store.read()).map((row) => ({
        ...row,
        sunk: row.sunk && row.checkedAt >= since,
      }))
      const eyes = (await Promise.all(elsewhere.map((one) => one()))).flat()
      const advised = { own: subUnhealthyEntries === 'advise', blocked: subBlockedEntries === 'advise' }
      const unchecked = (await onNodes.unchecked()).filter(({ isLasting }) => isLasting)
      return { everyMinutes, offline, advised, entries, eyes, unchecked }
    },
  }
}

/** Eyes elsewhere have cores of other versions: what some of them lack would be a false finding. */
const isForAll = ({ advertised }: Placed): boolean => advertised.access.protocol !== 'masque'

/** An inbound on a node may need a newer core than this server has. */
const canDial = (version: string) => (place: Placed) =>
  isForAll(place) || (/^\d/.test(version) && compareVersions(version, masqueSince) >= 0)

const ownEye = { id: '', name: '', kind: 'server', country: '', provider: '' } as const
const ownSeenAt = (rows: readonly { eye: string; checkedAt: number }[]): number =>
  Math.max(0, ...rows.filter(({ eye }) => eye === '').map(({ checkedAt }) => checkedAt))

export type EntriesRoom = ReturnType<typeof createEntries>
