import type { RestartReason } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreConfig } from './build.ts'
import type { CoreInbound } from './inbound-section.ts'
import { planInbounds } from './plan-inbounds.ts'
import { planOutbounds } from './plan-outbounds.ts'
import { planRouting } from './plan-routing.ts'
import { planSections } from './plan-sections.ts'
import type { Entry } from './users.ts'

/** One call to the running core. `inbound` of a user operation tells which account type the core expects. */
export type Operation =
  | { op: 'removeUser'; tag: string; email: string }
  | { op: 'addUser'; tag: string; inbound: CoreInbound; user: Entry }
  | { op: 'removeInbound'; tag: string }
  | { op: 'addInbound'; inbound: CoreInbound }
  | { op: 'removeOutbound'; tag: string }
  | { op: 'addOutbound'; outbound: Block }
  /** The whole new generation; `addBalancers` are the ones the core does not have yet. */
  | { op: 'replaceRules'; rules: Block[]; addBalancers: Block[] }

export interface Plan {
  /** To be run in this order. Empty: nothing can or needs to be done live. */
  operations: Operation[]
  /** What waits for a restart (R45); the rest is applied anyway. */
  restart: RestartReason[]
  affects: {
    /** Edited inbounds whose transport drops its connections when the listener is replaced. */
    tags: string[]
    /** The default route is missing for a moment: connections opened then fail. */
    defaultRoute: boolean
  }
  /** The core's state after the operations: the next plan starts from it. */
  after: CoreConfig
}

/**
 * From the running configuration to the wanted one. Users and inbounds are removed first; outbounds are added before
 * a rule names them and removed after no rule does; new inbounds and users come last, under the new rules.
 */
export function plan(running: CoreConfig, desired: CoreConfig): Plan {
  const sections = planSections(running, desired)
  const inbounds = planInbounds(running.inbounds, desired.inbounds)
  const outbounds = planOutbounds(running.outbounds, desired.outbounds)
  const routing = planRouting(running, desired)
  return {
    operations: [
      ...inbounds.removeUsers,
      ...inbounds.removeInbounds,
      ...outbounds.before,
      ...routing.operations,
      ...outbounds.after,
      ...inbounds.addInbounds,
      ...inbounds.addUsers,
    ],
    restart: [...sections.restart, ...outbounds.restart, ...routing.restart, ...inbounds.restart],
    affects: { tags: inbounds.cuts, defaultRoute: outbounds.defaultRoute },
    after: {
      ...sections.running,
      inbounds: inbounds.running,
      outbounds: outbounds.running,
      routing: routing.running,
    },
  }
}
