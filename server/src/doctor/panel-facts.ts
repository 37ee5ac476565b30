import type { Settings } from '#contract/settings.ts'
import type { CallerFacts } from '#domain/health/callers.ts'
import type { UsedCap } from '#domain/health/caps.ts'
import type { ClientFacts, UnenforcedFacts } from '#domain/health/clients.ts'
import type { NetworkFacts } from '#domain/health/networks.ts'
import type { NodesFacts } from '#domain/health/nodes.ts'
import type { OutboundFacts } from '#domain/health/outbounds.ts'
import type { RealityFact } from '#domain/health/reality.ts'
import type { StuckRotation } from '#domain/health/rotation.ts'
import type { Callers } from '../callers/room.ts'
import type { Caps } from '../caps/room.ts'
import type { Fleet } from '../fleet/room.ts'
import type { Geo } from '../geo/room.ts'
import type { Leadership } from '../instance/leadership.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { RotationRoom } from '../rotation/room.ts'
import { type ClientSources, clientFacts, unenforcedFacts } from './clients.ts'
import { type OutboundSources, outboundFacts } from './outbounds.ts'
import { createRealityLook } from './reality.ts'
import type { StoredInbound } from './stored.ts'

/** What only a running panel knows. */
export interface PanelFacts {
  /** What answered within this time, in milliseconds. The rest is known to a later look. */
  reality(inbounds: readonly StoredInbound[], withinMs: number): Promise<RealityFact[]>
  /** Undefined: nothing watches them. */
  outbounds(): OutboundFacts | undefined
  /** Undefined: nobody needs to know them. */
  networks(): NetworkFacts | undefined
  /** Undefined: nothing is known of the last hour. */
  callers(): Promise<CallerFacts | undefined>
  /** These are undefined where another instance leads: all have the same nodes and clients. */
  nodes(): Promise<NodesFacts | undefined>
  clients(settings: Settings): Promise<ClientFacts | undefined>
  unenforced(settings: Settings): Promise<UnenforcedFacts | undefined>
  rotations(): Promise<readonly StuckRotation[] | undefined>
  caps(): Promise<readonly UsedCap[] | undefined>
}

export interface PanelSources extends ClientSources, OutboundSources {
  probe: Pick<Probe, 'tls'>
  leadership: Pick<Leadership, 'leads'>
  fleet: Pick<Fleet, 'needs'>
  geo: Pick<Geo, 'networks'>
  callers: Pick<Callers, 'latest'>
  rotation: Pick<RotationRoom, 'stuck'>
  caps: Pick<Caps, 'usedUp'>
  /** A demo calls nobody. */
  demo?: unknown
}

/** For a command beside no panel. */
export const noPanel: PanelFacts = {
  reality: async () => [],
  outbounds: () => undefined,
  networks: () => undefined,
  callers: async () => undefined,
  nodes: async () => undefined,
  clients: async () => undefined,
  unenforced: async () => undefined,
  rotations: async () => undefined,
  caps: async () => undefined,
}

export function panelFacts(sources: PanelSources): PanelFacts {
  const { now, probe, leadership, demo } = sources
  const leads = async <T>(look: () => Promise<T>) => (leadership.leads() ? look() : undefined)
  return {
    reality: demo === undefined ? createRealityLook(probe, now) : noPanel.reality,
    outbounds: () => outboundFacts(sources),
    callers: sources.callers.latest,
    networks: () => (demo === undefined ? sources.geo.networks.facts() : undefined),
    nodes: () => leads(() => nodesFacts(sources)),
    clients: (settings) => leads(() => clientFacts(sources, settings)),
    unenforced: (settings) => leads(() => unenforcedFacts(sources, settings)),
    rotations: () => leads(sources.rotation.stuck),
    caps: () => leads(sources.caps.usedUp),
  }
}

async function nodesFacts({ db, fleet }: PanelSources): Promise<NodesFacts> {
  const { asked } = await db.read
    .selectFrom('nodes')
    .select((e) => e.fn.countAll<number>().as('asked'))
    .where('enable', '=', true)
    .where('status', 'in', ['online', 'offline'])
    .executeTakeFirstOrThrow()
  return { asked: Number(asked), needs: await fleet.needs() }
}
