import { withoutSecrets, withSecret } from '#domain/devices/keys.ts'
import { Refusal } from '#domain/refusal.ts'
import { createFakeNode } from '../fixtures/fake-node.ts'
import { type AnyNode, createFakeSluiceNode } from '../fixtures/fake-sluice-node.ts'
import { createRandom, type Random } from '../random.ts'
import type { Broken, Centre } from './centre.ts'
import { faultsOf, type Ledger } from './faults.ts'
import { createNetwork, type Network, storm } from './network.ts'

/** One history: what happens at the centre, at its nodes and between them, from one seed. */
export interface World {
  kind: NodeKind
  random: Random
  centre: Centre
  net: Network
  /** By address. */
  nodes: Map<string, AnyNode>
  nodeIds: Map<string, number>
  ledger: Ledger
  backups: Map<string, () => void>
  names: number
  rounds: number
  isHealing: boolean
}

const hosts = ['a', 'b', 'c']
const steps = 40

/** The calls of 3x-ui, or those between two panels of ours. */
export type NodeKind = '3x-ui' | 'sluice'

async function createWorld(centre: Centre, seed: number, kind: NodeKind): Promise<World> {
  const random = createRandom(seed)
  await centre.empty()
  const nodes = new Map<string, AnyNode>(
    hosts.map((host) => [host, kind === 'sluice' ? createFakeSluiceNode(host) : createFakeNode(host)]),
  )
  const nodeIds = new Map<string, number>()
  for (const host of hosts) {
    const { id } = await centre.db.write((tx) =>
      tx
        .insertInto('nodes')
        .values({
          ...{ name: host, address: host, port: 443, api_token: 't', guid: host },
          fleet: kind === 'sluice' ? 2 : 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    nodeIds.set(host, id)
  }
  for (const node of nodes.values()) await ownThings(node)
  return {
    kind,
    random,
    centre,
    net: createNetwork(random, nodes),
    nodes,
    nodeIds,
    ledger: { metered: new Map(), reset: new Map(), isExact: true },
    backups: new Map(),
    names: 0,
    rounds: 0,
    isHealing: false,
  }
}

/** What a node has of its own: it must stay as it is. */
async function ownThings(node: AnyNode): Promise<void> {
  const form = { tag: 'own', remark: 'own', enable: 'true', port: '1', protocol: 'vless', settings: '{}' }
  await node.call('inbounds/add', new URLSearchParams(form).toString())
  const client = { email: 'own', subId: 'own', id: 'own', enable: true, totalGB: 0 }
  await node.call('clients/add', JSON.stringify({ client, inboundIds: [1] }))
}

type Step = (world: World) => Promise<void>

const idsOf = async ({ centre }: World) =>
  (await centre.db.read.selectFrom('inbounds').select('id').execute()).map(({ id }) => id)
const emailsOf = async ({ centre }: World) =>
  (await centre.db.read.selectFrom('clients').select('email').execute()).map(({ email }) => email)

async function withClient(world: World, work: (email: string) => Promise<unknown>): Promise<void> {
  const emails = await emailsOf(world)
  if (emails.length > 0) await work(world.random.pick(emails))
}
async function withInbound(world: World, work: (id: number) => Promise<unknown>): Promise<void> {
  const ids = await idsOf(world)
  if (ids.length > 0) await work(world.random.pick(ids))
}

/** Edits of an operator. Each is a transaction of the real rooms. */
const edits: Step[] = [
  async (world) => {
    const port = 10_000 + world.names++
    const nodeId = world.nodeIds.get(world.random.pick(hosts)) ?? 0
    await world.centre.inbounds.add(
      { protocol: 'vless', port, nodeId, settings: { decryption: 'none' } },
      world.centre.by,
    )
  },
  async (world) => {
    const inboundIds = world.random.some(await idsOf(world), 3)
    if (inboundIds.length === 0) return
    const client = { email: `c${world.names++}`, totalGB: world.random.chance(0.3) ? 500 : 0 }
    await world.centre.clients.add({ client, inboundIds }, world.centre.by)
  },
  (world) =>
    withClient(world, async (email) => {
      const limitIp = world.random.below(9)
      const deviceKeys = limitIp % 4 > 0
      const fields = { email, limitIp, deviceKeys, enable: world.random.chance(0.8) }
      await world.centre.clients.update(email, fields, world.centre.by)
      // A device of three gets a new key, and another one is forgotten.
      await world.centre.keys(email, (has) =>
        withoutSecrets(withSecret(has, 1 + (limitIp % 3), `s${limitIp}`), [1 + ((limitIp + 1) % 3)]),
      )
    }),
  (world) =>
    withClient(world, async (email) => {
      const to = `c${world.names++}`
      await world.centre.clients.update(email, { email: to }, world.centre.by)
      for (const book of [world.ledger.metered, world.ledger.reset]) book.set(to, book.get(email) ?? 0)
    }),
  (world) => withClient(world, (email) => world.centre.clients.del(email, false, world.centre.by)),
  (world) =>
    withClient(world, async (email) =>
      world.centre.clients.attach(email, world.random.some(await idsOf(world), 2), world.centre.by),
    ),
  (world) =>
    withClient(world, async (email) =>
      world.centre.clients.detach(email, world.random.some(await idsOf(world), 2), world.centre.by),
    ),
  (world) =>
    withClient(world, async (email) => {
      const { up = 0, down = 0 } =
        (await world.centre.db.read
          .selectFrom('client_traffics')
          .selectAll()
          .where('email', '=', email)
          .executeTakeFirst()) ?? {}
      await world.centre.clients.resetTraffic(email, world.centre.by)
      world.ledger.reset.set(email, (world.ledger.reset.get(email) ?? 0) + up + down)
    }),
  (world) =>
    withInbound(world, (id) =>
      world.centre.inbounds.update(id, { remark: `r${world.names++}` }, world.centre.by),
    ),
  (world) =>
    withInbound(world, (id) => world.centre.edits.setEnable(id, world.random.chance(0.7), world.centre.by)),
  (world) => withInbound(world, (id) => world.centre.edits.del([id], world.centre.by)),
]

/** Traffic, and what operators and disks do to nodes. A client that is being renamed may have its old name there. */
async function traffic(world: World): Promise<void> {
  const clients = await world.centre.db.read.selectFrom('clients').select(['email', 'sub_id']).execute()
  const known = new Set(clients.map(({ email }) => email))
  const bySubId = new Map(clients.map(({ email, sub_id }) => [sub_id, email]))
  for (const node of world.nodes.values())
    for (const { fields } of [...node.clients.values()]) {
      const bytes = world.random.below(100)
      const isUsed = known.has(fields.email) ? world.random.chance(0.5) : bytes % 2 === 0
      const email = known.has(fields.email) ? fields.email : bySubId.get(fields.subId)
      if (email === undefined || !isUsed || !node.meter(fields.email, bytes, 1)) continue
      world.ledger.metered.set(email, (world.ledger.metered.get(email) ?? 0) + bytes + 1)
    }
}

const events: Step[] = [
  traffic,
  (world) =>
    withClient(world, async (email) => {
      await world.nodes.get(world.random.pick(hosts))?.call(`clients/del/${email}`, undefined)
      world.ledger.isExact = false // bytes that nobody had read are gone
    }),
  async (world) => {
    const host = world.random.pick(hosts)
    const back = world.backups.get(host)
    if (back) world.ledger.isExact = false
    back?.()
    world.backups.delete(host)
    if (!back) world.backups.set(host, world.nodes.get(host)?.backup() ?? (() => {}))
  },
]

/** What else happens to our own panels: they are killed and start again. */
const ourEvents: Step[] = [...events, async (world) => world.nodes.get(world.random.pick(hosts))?.restart?.()]

async function edit(world: World): Promise<void> {
  try {
    await world.random.pick(edits)(world)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error // an operator may ask for what is not possible
  }
}

type Process = ReturnType<Centre['start']>

async function round(
  world: World,
  process: Process,
  host: string,
  broken: Broken,
  during: () => Promise<void>,
) {
  const { random, net, nodeIds, centre } = world
  net.during(random.chance(0.3) ? during : undefined)
  await process.workers.wake(nodeIds.get(host) ?? 0)
  net.during(undefined)
  // Every other round of ours waits for the next tick, which then has the sums of several nodes.
  if (world.kind === '3x-ui' || world.isHealing || ++world.rounds % 2 === 0)
    await centre.tick(process, broken)
}

async function step(world: World, process: Process, broken: Broken): Promise<Process> {
  const { random, net, centre } = world
  const host = random.pick(hosts)
  const what = random.below(10)
  if (what < 4) await edit(world)
  else if (what === 4)
    await (random.chance(0.1) ? random.pick(world.kind === 'sluice' ? ourEvents : events) : traffic)(world)
  else if (what === 5)
    net.weather.set(host, {
      ...(random.chance(0.5) ? storm : { ...storm, lostReply: 0 }),
      cut: random.chance(0.3),
    })
  else if (what === 6 && random.chance(0.1))
    return centre.start(net.call, broken, world.kind) // the process was killed
  else if (what === 6) await net.arrive(0.5)
  else {
    let once = true
    await round(world, process, host, broken, async () => {
      // A round of ours has few calls, and what matters is an edit during any of them.
      if (!once || (world.kind === 'sluice' && random.chance(0.5))) return
      once = false
      await edit(world)
    })
  }
  centre.advance(random.below(20_000))
  return process
}

/** Everything heals: after a while each node must be as it should. */
async function heal(world: World, process: Process, broken: Broken): Promise<void> {
  world.isHealing = true
  world.net.weather.clear()
  world.centre.afterRead(undefined)
  await world.net.arrive()
  // Longer than any wait after a refusal, and not so long that the hourly compare repairs what the log has lost.
  for (let n = 0; n < 3; n++) {
    world.centre.advance(610_000)
    for (const host of hosts) await round(world, process, host, broken, async () => {})
  }
}

/** Plays the history of a seed and says what is wrong at its end. */
export async function play(
  centre: Centre,
  seed: number,
  kind: NodeKind,
  broken: Broken = 'nothing',
): Promise<string[]> {
  const world = await createWorld(centre, seed, kind)
  let process = centre.start(world.net.call, broken, kind)
  for (let n = 0; n < 6; n++) await (edits[n < 3 ? 0 : 1] as Step)(world)
  for (const host of hosts) await round(world, process, host, broken, async () => {})
  // In every fourth history somebody also edits after a node was read, so that what follows is about a state of before.
  const later = async () => (world.random.chance(0.2) ? edit(world) : undefined)
  centre.afterRead(seed % 4 === 0 ? later : undefined)
  for (let n = 0; n < steps; n++) process = await step(world, process, broken)
  await heal(world, process, broken)
  if (world.net.hasDeletedLate()) world.ledger.isExact = false
  return faultsOf(world)
}
