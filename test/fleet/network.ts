import type { NodeFields } from '#domain/nodes/node.ts'
import { Refusal } from '#domain/refusal.ts'
import { type CallOptions, type NodeCalls, NodeSaidNo } from '#server/fleet/registry/calls.ts'
import type { AnyNode } from '../fixtures/fake-sluice-node.ts'
import type { Random } from '../random.ts'

/** How likely each fault of a call is. */
export interface Weather {
  cut: boolean
  lostRequest: number
  lostReply: number
  doubled: number
  late: number
}

export const calm: Weather = { cut: false, lostRequest: 0, lostReply: 0, doubled: 0, late: 0 }
export const storm: Weather = { cut: false, lostRequest: 0.1, lostReply: 0.15, doubled: 0.1, late: 0.05 }

const bodyText = (body: CallOptions['body']): string | undefined =>
  body === undefined ? undefined : body instanceof URLSearchParams ? body.toString() : JSON.stringify(body)

/** Whether a call may delete a client: an inbound of 3x-ui is written with all of its clients. */
const deletes = (path: string, body = ''): boolean =>
  /^(clients\/del|inbounds\/(update|del))\//.test(path) ||
  (path === 'fleet/apply' && /"be":null|"remove"/.test(body))

/** The way from the centre to its nodes, with all that can happen on it. */
export function createNetwork(random: Random, nodes: ReadonlyMap<string, AnyNode>) {
  const weather = new Map<string, Weather>()
  let late: { deletes: boolean; execute: () => unknown }[] = []
  let deletedLate = false
  /** Something that happens while a call is under way. */
  let meanwhile: (() => Promise<void>) | undefined

  const fail = (host: string): never => {
    throw new Refusal('egress.too-slow', { host, seconds: 10 })
  }

  const call: NodeCalls = async ({ address }: NodeFields, _method, path, { body } = {}) => {
    const node = nodes.get(address)
    const { cut, lostRequest, lostReply, doubled, late: lateness } = weather.get(address) ?? calm
    if (!node || cut || random.chance(lostRequest)) return fail(address)
    await meanwhile?.()
    const execute = () => node.call(path, bodyText(body))
    const isWrite =
      !/^(inbounds\/list|clients\/(onlines|get\/.*)|server\/status|fleet\/(look|report.*))$/.test(path)
    if (isWrite && random.chance(lateness)) {
      late.push({ deletes: deletes(path, bodyText(body)), execute })
      return fail(address)
    }
    const answer = await execute()
    if (isWrite && random.chance(doubled)) await execute()
    if (random.chance(lostReply)) return fail(address)
    if (!answer.success) throw new NodeSaidNo(address, answer.msg)
    return answer.obj
  }

  return {
    call,
    weather,
    during(work: (() => Promise<void>) | undefined) {
      meanwhile = work
    },
    /** Calls that were given up arrive after all, in any order. */
    async arrive(share = 1): Promise<void> {
      const waiting = late
      late = []
      for (const one of waiting) {
        if (!random.chance(share)) late.push(one)
        else {
          deletedLate ||= one.deletes
          await one.execute()
        }
      }
    },
    /** A late call deleted a client that may have used bytes since: nobody can know of them. */
    hasDeletedLate: () => deletedLate,
  }
}

export type Network = ReturnType<typeof createNetwork>
