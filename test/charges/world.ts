import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { fleetVersion } from '#contract/fleet-api.ts'
import type { Node } from '#contract/node.ts'
import { createFakeNode } from '../fixtures/fake-node.ts'
import { type AnyNode, createFakeSluiceNode } from '../fixtures/fake-sluice-node.ts'
import { createNodeNet, type Host } from '../fixtures/node-net.ts'
import { allClients } from '../inbounds.ts'
import { type MeteredPanel, meteredPanel } from '../metering.ts'
import type { Visitor } from '../panel.ts'
import { createRandom } from '../random.ts'
import { killDuringWrite } from './kill.ts'
import { createRules, type Person, type Rules } from './rules.ts'

const hostOf =
  (node: AnyNode, fleet: number): Host =>
  async (path, { body }) => {
    const name = path.replace('/panel/api/', '')
    const text = body instanceof Uint8Array ? gunzipSync(body).toString() : (body as string | undefined)
    const answer = await node.call(name, text)
    if (name.startsWith('server/status')) answer.obj = { ...(answer.obj as object), fleet }
    return { status: 200, text: JSON.stringify(answer) }
  }

/** A panel with a core that counts what the history says, and the rules beside it. With nodes: a 3x-ui and one of ours. */
export async function createChargesWorld(seed: number, withNodes: boolean) {
  const hosts: Record<string, AnyNode> = withNodes
    ? { xui: createFakeNode('xui'), ours: createFakeSluiceNode('ours') }
    : {}
  const net = createNodeNet(
    Object.fromEntries(
      Object.entries(hosts).map(([name, node]) => [
        `${name}.example.com`,
        hostOf(node, name === 'ours' ? fleetVersion : 0),
      ]),
    ),
  )
  const t: MeteredPanel = await meteredPanel({ egress: net.egress })
  const me: { visitor: Visitor } = { visitor: await t.login() }
  const rules: Rules = createRules()
  const nodes = new Map<number, AnyNode>()

  async function done<T>(path: string, body?: object): Promise<T> {
    const reply = await me.visitor.post<T>(path, body)
    expect([path, reply.success, reply.success || reply.msg]).toEqual([path, true, true])
    return reply.obj
  }

  /** Nodes get what they lack and say what they counted. */
  async function round(): Promise<void> {
    if (nodes.size === 0) return
    await t.panel.fleet.jobs.find(({ name }) => name === 'nodes')?.run(new AbortController().signal)
    await Promise.all([...nodes.keys()].map((id) => t.panel.fleet.workers.wake(id)))
  }

  async function tick(): Promise<void> {
    // Rounds may also begin by themselves: what nodes counted is read before each tick, so that nothing depends on it.
    if (rules.waiting().some(({ at }) => at === 'node')) await round()
    await t.tick()
    rules.store()
    // Who lost an inbound on a node leaves it now: what a node has not said by then is nobody's.
    await round()
  }

  async function reopen(): Promise<void> {
    await t.reopen()
    await round()
    await tick() // its first one also looks for clients without counters
  }

  for (const [name, node] of Object.entries(hosts)) {
    const body = { name, address: `${name}.example.com`, port: 443, apiToken: 'any' }
    const { id } = await done<Node>('/panel/api/nodes/add', body)
    nodes.set(id, node)
    rules.nodes.set(id, 100n)
  }
  await round()
  await t.tick()

  return {
    t,
    rules,
    nodes,
    net,
    random: createRandom(seed),
    visitor: () => me.visitor,
    done,
    round,
    tick,
    /** Names and ports are used once, but names of clients come back. */
    made: 0,

    /** The panel ends in the middle of a tick, or goes on after its database failed. */
    async killedTick(statement: number, comesBack: boolean): Promise<void> {
      await round()
      const kill = killDuringWrite(t.panel.db, statement)
      await t.tick().catch(() => {})
      if (kill.committed()) rules.store()
      if (comesBack) await reopen()
      else {
        kill.goOn()
        await round()
      }
    },
    /** Both are seldom the same moment for the sums of days, and sessions end. */
    async pass(hours: number): Promise<void> {
      t.pass(hours * 3_600_000)
      me.visitor = await t.login()
    },
    /** Which inbounds clients have now: other tests are about that. */
    async readAttachments(): Promise<void> {
      const listed = new Map((await allClients(me.visitor)).map((one) => [one.subId, one]))
      for (const person of rules.people) {
        person.on = new Set(listed.get(person.subId)?.inboundIds)
        rules.quotas.settle(person)
      }
    },
    /** Before somebody leaves a node: what it has not said by then is nobody's. */
    async settleNodes(): Promise<void> {
      if (nodes.size > 0) await tick()
    },
    onNode: (node: number, person: Person) =>
      [...(nodes.get(node)?.clients.values() ?? [])].find(({ fields }) => fields.subId === person.subId),
    stop: () => t.stop(),
  }
}

export type ChargesWorld = Awaited<ReturnType<typeof createChargesWorld>>
