import { accounts } from './accounts.ts'
import { clients } from './clients.ts'
import { core } from './core.ts'
import { coreBinary } from './core-binary.ts'
import { egress } from './egress.ts'
import { fleet } from './fleet.ts'
import { inbounds } from './inbounds.ts'
import { inputs } from './inputs.ts'
import { nodes } from './nodes.ts'
import { outbounds } from './outbounds.ts'
import { panel } from './panel.ts'
import { phrases } from './phrases.ts'

/**
 * Every sentence with which the panel says no, or says why something does not work, once, in English. A code never
 * changes its meaning.
 */
export const refusals = {
  ...inputs,
  ...accounts,
  ...clients,
  ...inbounds,
  ...outbounds,
  ...nodes,
  ...fleet,
  ...core,
  ...coreBinary,
  ...egress,
  ...panel,
  ...phrases,
} as const

export type RefusalCode = keyof typeof refusals
