import type { Block } from '#contract/inbound.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Operation } from '#domain/core-config/plan.ts'
import type { LiveOperation } from '../api/execute.ts'
import { withRefusals } from './refusal-rules.ts'
import { addUser } from './user-plan.ts'

/** The plan's operations for the core's API. An added inbound comes with all its clients, read when it is added. */
export async function liveOperations(
  operations: readonly Operation[],
  inbounds: ReadonlyMap<number, SectionSource>,
  fullSection: (id: number) => Promise<Record<string, unknown>>,
  generation: string,
  refusals: readonly Block[] = [],
): Promise<LiveOperation[]> {
  const byTag = new Map([...inbounds.values()].map((i) => [i.tag, i]))
  const live: LiveOperation[] = []
  for (const operation of operations) {
    switch (operation.op) {
      case 'removeUser':
      case 'removeInbound':
      case 'removeOutbound':
        live.push(operation)
        break
      case 'addUser': {
        const inbound = byTag.get(operation.tag)
        if (inbound) live.push(addUser(inbound, operation.user))
        break
      }
      case 'addInbound': {
        const inbound = byTag.get(operation.inbound.tag)
        live.push({
          op: 'addInbound',
          section: inbound ? await fullSection(inbound.id) : { ...operation.inbound },
        })
        break
      }
      case 'addOutbound':
        live.push({ op: 'addOutbound', section: operation.outbound })
        break
      case 'replaceRules':
        live.push({
          op: 'replaceRules',
          routing: {
            rules: withRefusals(generation, refusals, operation.rules),
            ...(operation.addBalancers.length > 0 && { balancers: operation.addBalancers }),
          },
        })
    }
  }
  return live
}
