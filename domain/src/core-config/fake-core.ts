import type { Block } from '#contract/inbound.ts'
import type { CoreConfig } from './build.ts'
import type { CoreInbound } from './inbound-section.ts'
import type { Operation } from './plan.ts'
import type { Entry } from './users.ts'

/** What a core holds and refuses, as its source has it: enough to prove that a plan ends where it should. */
export interface FakeCore {
  apply(operation: Operation): void
  inbounds(): Map<string, { listener: Block; users: Map<string, Entry> }>
  outbounds(): { byTag: Map<string, Block>; default: string | undefined }
  rules(): Block[]
}

const tagOf = (block: Block): string => String(block.tag)

function open(inbound: CoreInbound) {
  const { clients, ...own } = inbound.settings
  // The fake holds what coreUsers made.
  const users = new Map(((clients ?? []) as Entry[]).map((u) => [u.email, u]))
  return { listener: { ...inbound, settings: own } as Block, users }
}

export function createFakeCore(config: CoreConfig): FakeCore {
  const inbounds = new Map(config.inbounds.map((i) => [i.tag, open(i)]))
  const outbounds = new Map(config.outbounds.map((o) => [tagOf(o), o]))
  let first = config.outbounds[0] && tagOf(config.outbounds[0])
  let rules = config.routing.rules
  const balancers = new Set((config.routing.balancers as Block[] | undefined)?.map(tagOf)) // made by the test
  const known = (tag: string) => {
    const inbound = inbounds.get(tag)
    if (!inbound) throw new Error(`failed to get handler: ${tag}`)
    return inbound
  }
  const added = (map: Map<string, unknown>, tag: string) => {
    if (map.has(tag)) throw new Error(`existing tag found: ${tag}`)
  }
  const verbs: { [O in Operation['op']]: (o: Extract<Operation, { op: O }>) => void } = {
    removeUser: ({ tag, email }) => {
      if (!known(tag).users.delete(email)) throw new Error(`User ${email} not found.`)
    },
    addUser: ({ tag, user }) => {
      added(known(tag).users, user.email)
      known(tag).users.set(user.email, user)
    },
    removeInbound: ({ tag }) => {
      known(tag)
      inbounds.delete(tag)
    },
    addInbound: ({ inbound }) => {
      added(inbounds, inbound.tag)
      inbounds.set(inbound.tag, open(inbound))
    },
    removeOutbound: ({ tag }) => {
      if (!outbounds.delete(tag)) throw new Error(`no outbound ${tag}`)
      if (first === tag) first = undefined
    },
    addOutbound: ({ outbound }) => {
      added(outbounds, tagOf(outbound))
      outbounds.set(tagOf(outbound), outbound)
      first ??= tagOf(outbound)
    },
    replaceRules: ({ rules: next, addBalancers }) => {
      for (const balancer of addBalancers) {
        if (balancers.has(tagOf(balancer))) throw new Error('duplicate balancer tag')
        balancers.add(tagOf(balancer))
      }
      for (const { balancerTag, outboundTag } of next) {
        if (balancerTag && !balancers.has(String(balancerTag)))
          throw new Error(`balancer ${balancerTag} not found`)
        if (outboundTag && !outbounds.has(String(outboundTag)))
          throw new Error(`a rule leads to ${outboundTag}, which is not there`)
      }
      rules = next
    },
  }
  return {
    // Each verb takes the operation that bears its name.
    apply: (operation) => (verbs[operation.op] as (o: Operation) => void)(operation),
    inbounds: () => inbounds,
    outbounds: () => ({ byTag: outbounds, default: first }),
    rules: () => rules,
  }
}
