import { randomInt } from 'node:crypto'
import type { EntryEye } from '#contract/entries-api.ts'
import type { ReportedRow } from '#contract/probes-api.ts'
import type { Eye } from '#domain/core-config/check-user.ts'
import { ownHost } from '#domain/entries/names.ts'
import { givenPeriod } from '#domain/entries/remote-keys.ts'
import { oldestCounted } from '#domain/entries/state.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Base } from '../settings/base-services.ts'
import type { EntryNode } from './nodes.ts'
import type { OnNodes } from './on-nodes.ts'
import { remoteKeysFor } from './remote-keys.ts'
import type { Target } from './round.ts'
import type { EntryStore } from './store.ts'

/** Who looked, and the address that it called from; blank: nothing follows from it. */
export interface Reporter {
  eye: string
  address: string
}

interface Deps extends Pick<Base, 'commit' | 'settings' | 'now'> {
  onNodes: Pick<OnNodes, 'nodes'>
  store: Pick<EntryStore, 'seen' | 'keepNodes'>
  /** What they may look at, with the keys of this period, and the node that runs it; 0: this server. */
  given(period: Eye): Promise<readonly (Target & { entry: string; node: number })[]>
  report(from: Reporter, found: readonly ReportedRow[], since: number): Promise<number>
}

/** Nodes at a time. */
const width = 4
const actor = { kind: 'job', name: 'entry-eyes', address: '' } as const
const eyeOf = (node: number): string => `node:${node}`

/** Nodes of our own kind as eyes: after each round of this server they look at the same entries, each in its own column. */
export function createNodeEyes({ commit, settings, now, onNodes, store, given, report }: Deps) {
  /** Nodes that could not fetch the test page themselves. */
  const offline = new Set<number>()

  async function able(): Promise<EntryNode[]> {
    return (await onNodes.nodes().list()).filter(({ canCheck }) => canCheck)
  }

  /** The keys that eyes elsewhere get; all of them end when a node is no eye any more. */
  async function prepare(): Promise<void> {
    if (settings.current().entryCheckMinutes === 0) return
    const eyes = (await able()).map(({ id }) => eyeOf(id))
    await commit(actor, async (tx) => {
      const gone = await store.keepNodes(tx, eyes)
      const change = await remoteKeysFor(tx, { ends: gone })
      return { result: undefined, change, committed: async () => void (await settings.fresh()) }
    })
  }

  async function look(signal: AbortSignal): Promise<void> {
    const { entryCheckMinutes, remoteChecks, xrayOutboundTestUrl: page } = await settings.fresh()
    const nodes = (await able()).filter(({ isReached }) => isReached)
    if (nodes.length === 0 || entryCheckMinutes === 0 || remoteChecks === '') return
    const places = await given(givenPeriod(remoteChecks, now()))
    await mapLimited(nodes, width, async ({ id }) => {
      // A node may not reach its own address from inside, and loopback is another machine there.
      const own = places.filter(({ node, advertised: { host } }) => node !== id && host !== ownHost)
      if (own.length === 0 || signal.aborted) return
      const first = randomInt(own.length) // a slow node may not come to the end
      const entries = [...own.slice(first), ...own.slice(0, first)].map((one) => ({
        inboundId: one.inboundId,
        entry: one.entry,
        // Names are for people.
        advertised: { ...one.advertised, email: '', remark: one.entry },
      }))
      const since = now()
      const saw = await onNodes.nodes().look(id, page, entries, signal)
      if (!saw) return
      offline[saw.offline ? 'add' : 'delete'](id)
      // A node without a way out blames no entry.
      const judged = saw.results.filter(([, , found]) => !saw.offline || typeof found === 'number')
      await report({ eye: eyeOf(id), address: '' }, judged, since)
    })
  }

  return {
    prepare,
    look,
    async eyes(): Promise<EntryEye[]> {
      const seen = await store.seen()
      const since = oldestCounted(settings.current().entryCheckMinutes || 5, now())
      return (await able()).flatMap(({ id, name }): EntryEye[] => {
        const seenAt = seen.get(eyeOf(id))
        if (seenAt === undefined) return []
        const looks = offline.has(id) ? 'offline' : 'looking'
        const state = seenAt < since && !offline.has(id) ? 'silent' : looks
        return [{ id: eyeOf(id), name, kind: 'node', country: '', provider: '', seenAt, state }]
      })
    },
  }
}
