import type { InboundFields } from '#domain/inbounds/inbound.ts'
import type { PortClaim } from '#domain/inbounds/port.ts'
import type { Tx } from '../store/open.ts'

/** What rooms on higher floors know about inbounds, and do for them. */
export interface InboundHooks {
  /** The panel's own listeners: an inbound on one would lock everybody out. */
  ownPorts(): readonly { what: 'panel' | 'subscriptions'; listen: string; port: number }[]
  /** Tags that the template uses for the panel's own parts of the core. */
  ownTags(): readonly string[]
  /** Asks the real core to check this inbound alone; throws the core's message (R28). */
  tryInCore(fields: InboundFields): Promise<void>
  /** The port that the running core holds for this inbound. */
  held(id: number): PortClaim | undefined
  onlineByInbound(): Promise<readonly { id: number; online: number }[]>
  /** Drops addresses advertised for deleted inbounds. */
  releaseHosts(tx: Tx, inboundIds: readonly number[]): Promise<void>
  /** Refuses what would take away the keys by which advertised addresses have a multiplier of their own (ADR 151). */
  keepsAddressKeys(tx: Tx, id: number, fields: InboundFields): Promise<void>
}
