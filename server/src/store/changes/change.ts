import type { Coded } from '#contract/coded.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Tx } from '../open.ts'

/** A changed client: its previous email and inbounds; the rest is read from storage. */
export interface ClientChange {
  /** Its row id; absent for a client that this write created. */
  id?: number
  email: string
  formerEmail: string | null
  inboundIds: readonly number[]
  formerInboundIds: readonly number[]
  /** The client before the change; null for a new one, absent if the writer did not read it. */
  before?: StoredClient | null
  /** Its devices that are or were users of the core, by row id (ADR 121). */
  devices?: readonly number[]
  /** Enabled before and disabled now: these are sent to the core first. */
  closes?: boolean
}

/** How a node was at a moment, in unix seconds. */
export interface NodeFigures {
  node: number
  at: number
  values: Readonly<Record<'cpu' | 'mem' | 'latency' | 'up' | 'down', number>>
}

/** What a node did that its operator should know; `at` in milliseconds. */
export interface NodeNotice {
  node: number
  at: number
  what: Coded
}

/** What a committed write changed. */
export type Change =
  | { kind: 'settings-saved'; keys: readonly string[] }
  | { kind: 'credentials-changed'; userId: number | undefined }
  | { kind: 'session-ended'; sessionId: string }
  /** `groups`: their limits changed, so members without limits of their own have others now. */
  | { kind: 'clients-changed'; clients: readonly ClientChange[]; groups?: readonly string[] }
  /** `clients` are those that the same write created, changed, attached or detached. */
  | {
      kind: 'inbounds-changed'
      ids: readonly number[]
      removed: readonly { id: number; tag: string }[]
      clients: readonly ClientChange[]
    }
  /** `keys`: some addresses got or lost keys of their own, on some inbound. */
  | { kind: 'hosts-changed'; keys?: boolean }
  | { kind: 'plans-changed' }
  /** The checks found something else than before, or a finding was muted. */
  | { kind: 'findings-changed' }
  /** Nodes were added, changed or deleted; their heartbeats are no change. */
  | { kind: 'nodes-changed'; ids: readonly number[] }
  /** What nodes reported to the leader, for the pages of other instances. */
  | { kind: 'nodes-reported'; figures: readonly NodeFigures[]; noticed: readonly NodeNotice[] }
  | { kind: 'webhooks-changed' }
  /** Subscriptions list the inbounds of nodes in another order, or leave others out. */
  | { kind: 'node-availability-changed' }
  /** Subscriptions may list entries in another order; or what they list last was checked again. */
  | { kind: 'entry-health-changed' }
  /** Outbounds of subscriptions were added, removed or reordered. */
  | { kind: 'outbound-subs-changed' }
  /** A certificate was issued, renewed, revoked or deleted, or an authority looks at this server. */
  | { kind: 'certificates-changed' }
  /** Subscription URLs of another panel are answered from now on, or for more clients. */
  | { kind: 'old-subscriptions-changed' }

/** For the outcome of a write; nothing if it concerns no client. */
export const clientsChanged = (clients: readonly ClientChange[]): { change?: Change } =>
  clients.length > 0 ? { change: { kind: 'clients-changed', clients } } : {}

/**
 * A change and who made it (a user, a token, a job or the CLI), with the address. `foreign`: another instance, or the
 * command line, has written it and told its own listeners.
 */
export type MadeChange = Change & { by: Actor; foreign?: true }

export interface Listener {
  name: string
  /** Runs in the transaction of the write and is committed or rolled back with it. */
  inTx?(tx: Tx, change: MadeChange): Promise<void>
  /** Runs after the commit: it may be late, never wrong. Also for what other instances have written. */
  after?(change: MadeChange): void | Promise<void>
}
