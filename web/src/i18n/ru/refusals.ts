import { accounts } from './refusals/accounts.ts'
import { clients } from './refusals/clients.ts'
import { core } from './refusals/core.ts'
import { coreBinary } from './refusals/core-binary.ts'
import { egress } from './refusals/egress.ts'
import { fleet } from './refusals/fleet.ts'
import { inbounds } from './refusals/inbounds.ts'
import { inputs } from './refusals/inputs.ts'
import { nodes } from './refusals/nodes.ts'
import { outbounds } from './refusals/outbounds.ts'
import { panel } from './refusals/panel.ts'
import { phrases } from './refusals/phrases.ts'

export const refusals = {
  ...accounts,
  ...clients,
  ...coreBinary,
  ...core,
  ...egress,
  ...fleet,
  ...inbounds,
  ...inputs,
  ...nodes,
  ...outbounds,
  ...panel,
  ...phrases,
}
