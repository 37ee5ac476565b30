import type { ListenPlan } from './address.ts'
import type { Actor } from './caller.ts'

export interface OwnPort {
  what: 'panel' | 'subscriptions'
  listen: string
  port: number
}

/** The HTTP server of panel and subscriptions, for rooms that depend on where it listens. `app/http-server.ts` makes it. */
export interface PanelServer {
  /** An inbound on one of these would lock everybody out. Empty until the server is open. */
  ownPorts(): readonly OwnPort[]
  /** How subscriptions are served; undefined until the server is open. */
  subscriptions(): ListenPlan | undefined
  speaksTls(what: 'panel' | 'subscription'): boolean
  /** Certificate files that changed are served from now on; nobody is disconnected. */
  reloadCertificates(): void
  /** Opens the listeners again, as the settings say now, after the answer to this request. */
  restart(actor: Actor): Promise<void>
}
