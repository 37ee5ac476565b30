import { accounts } from './accounts.ts'
import { backup } from './backup.ts'
import { certificates } from './certificates.ts'
import { clients } from './clients.ts'
import { core } from './core.ts'
import { coreBinary } from './core-binary.ts'
import { databases } from './databases.ts'
import { devices } from './devices.ts'
import { directory } from './directory.ts'
import { egress } from './egress.ts'
import { fleet } from './fleet.ts'
import { health } from './health.ts'
import { inbounds } from './inbounds.ts'
import { inputs } from './inputs.ts'
import { joining } from './joining.ts'
import { moveInMarzban } from './move-in-marzban.ts'
import { moveInPlan } from './move-in-plan.ts'
import { moveInSource } from './move-in-source.ts'
import { nodeNeeds } from './node-needs.ts'
import { nodes } from './nodes.ts'
import { notices } from './notices.ts'
import { oddNodes } from './odd-nodes.ts'
import { outbounds } from './outbounds.ts'
import { panel } from './panel.ts'
import { phrases } from './phrases.ts'
import { policies } from './policies.ts'
import { preflight } from './preflight.ts'
import { restart } from './restart.ts'
import { telegram } from './telegram.ts'
import { tunnels } from './tunnels.ts'
import { undo } from './undo.ts'
import { updates } from './updates.ts'
import { usage } from './usage.ts'

/**
 * Every sentence with which the panel says no, or says why something does not work, once, in English. A code never
 * changes its meaning.
 */
export const refusals = {
  ...inputs,
  ...accounts,
  ...clients,
  ...backup,
  ...inbounds,
  ...outbounds,
  ...nodes,
  ...nodeNeeds,
  ...fleet,
  ...joining,
  ...oddNodes,
  ...core,
  ...coreBinary,
  ...egress,
  ...moveInPlan,
  ...panel,
  ...moveInSource,
  ...databases,
  ...phrases,
  ...policies,
  ...moveInMarzban,
  ...restart,
  ...telegram,
  ...notices,
  ...tunnels,
  ...directory,
  ...updates,
  ...certificates,
  ...health,
  ...preflight,
  ...devices,
  ...usage,
  ...undo,
} as const

export type RefusalCode = keyof typeof refusals
