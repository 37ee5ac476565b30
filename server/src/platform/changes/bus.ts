import type { StoredClient } from '#domain/clients/client.ts'
import type { Log } from '../log.ts'

/** One client that changed: what it was called and where it was before; the rest is read from storage. */
export interface ClientChange {
  email: string
  formerEmail: string | null
  inboundIds: readonly number[]
  formerInboundIds: readonly number[]
  /** As it was (null: it is new), for listeners that care only about some fields; absent where nobody looked. */
  before?: StoredClient | null
  /** It was on and is off now: who keeps others out goes first. */
  closes?: boolean
}

/** What happened, said once, after the commit. Core, browsers, nodes and jobs listen. */
export type Change =
  | { kind: 'settings-saved'; keys: readonly string[] }
  | { kind: 'credentials-changed'; userId: number | undefined }
  | { kind: 'session-ended'; sessionId: string }
  | { kind: 'clients-changed'; clients: readonly ClientChange[] }
  /** `clients` are those that the same write made, changed, attached or detached. */
  | {
      kind: 'inbounds-changed'
      ids: readonly number[]
      removed: readonly { id: number; tag: string }[]
      clients: readonly ClientChange[]
    }
  | { kind: 'hosts-changed' }
  | { kind: 'plans-changed' }
  /** Outbounds of subscriptions came, went or moved. */
  | { kind: 'outbound-subs-changed' }

export interface Listener {
  name: string
  on(change: Change): void | Promise<void>
}

export type Publish = (change: Change) => Promise<void>

/** A listener that fails is reported and hurts nobody else: the change is already true. */
export function createBus(listeners: () => readonly Listener[], log: Log): Publish {
  return async (change) => {
    await Promise.all(
      listeners().map(async ({ name, on }) => {
        try {
          await on(change)
        } catch (error) {
          log.error({ err: error, listener: name, change: change.kind }, 'a listener failed')
        }
      }),
    )
  }
}
