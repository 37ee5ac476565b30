import { accounts } from './refusals/accounts.ts'
import { backup } from './refusals/backup.ts'
import { certificates } from './refusals/certificates.ts'
import { clients } from './refusals/clients.ts'
import { core } from './refusals/core.ts'
import { coreBinary } from './refusals/core-binary.ts'
import { databases } from './refusals/databases.ts'
import { devices } from './refusals/devices.ts'
import { directory } from './refusals/directory.ts'
import { egress } from './refusals/egress.ts'
import { fleet } from './refusals/fleet.ts'
import { health } from './refusals/health.ts'
import { inbounds } from './refusals/inbounds.ts'
import { inputs } from './refusals/inputs.ts'
import { joining } from './refusals/joining.ts'
import { moveInMarzban } from './refusals/move-in-marzban.ts'
import { moveInPlan } from './refusals/move-in-plan.ts'
import { moveInSource } from './refusals/move-in-source.ts'
import { nodeNeeds } from './refusals/node-needs.ts'
import { nodes } from './refusals/nodes.ts'
import { notices } from './refusals/notices.ts'
import { oddNodes } from './refusals/odd-nodes.ts'
import { outbounds } from './refusals/outbounds.ts'
import { panel } from './refusals/panel.ts'
import { phrases } from './refusals/phrases.ts'
import { policies } from './refusals/policies.ts'
import { preflight } from './refusals/preflight.ts'
import { restart } from './refusals/restart.ts'
import { telegram } from './refusals/telegram.ts'
import { tunnels } from './refusals/tunnels.ts'
import { undo } from './refusals/undo.ts'
import { updates } from './refusals/updates.ts'
import { usage } from './refusals/usage.ts'

export const refusals = {
  ...accounts,
  ...backup,
  ...clients,
  ...coreBinary,
  ...core,
  ...databases,
  ...directory,
  ...devices,
  ...certificates,
  ...egress,
  ...fleet,
  ...oddNodes,
  ...health,
  ...inbounds,
  ...inputs,
  ...joining,
  ...moveInMarzban,
  ...moveInSource,
  ...moveInPlan,
  ...nodes,
  ...notices,
  ...nodeNeeds,
  ...outbounds,
  ...panel,
  ...phrases,
  ...policies,
  ...preflight,
  ...restart,
  ...telegram,
  ...tunnels,
  ...undo,
  ...updates,
  ...usage,
}
