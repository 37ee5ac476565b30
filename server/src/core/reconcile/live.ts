import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Operation } from '#domain/core-config/plan.ts'
import type { Entry } from '#domain/core-config/users.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import type { LiveOperation } from '../api/execute.ts'
import type { UserOperation } from '../api/execute-users.ts'
import { withRefusals } from './refusal-rules.ts'

/** Where a user of this inbound lives in the core; the account type is derived from it, never guessed. */
export function homeOf(inbound: SectionSource) {
  if (!carriesClients(inbound.protocol)) throw new Error(`${inbound.tag} carries no users`)
  return { tag: inbound.tag, protocol: inbound.protocol, method: methodOf(inbound) }
}

export const addUser = (inbound: SectionSource, entry: Entry): UserOperation => ({
  op: 'addUser',
  home: homeOf(inbound),
  entry,
})

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
