import { following } from '../follow.ts'
import { clients, inboundBody, inbounds, type ListedInbound } from '../inbounds.ts'
import type { ChargedQuota } from './quotas.ts'
import type { Person } from './rules.ts'
import type { ChargesWorld } from './world.ts'

export type ChargesStep = (world: ChargesWorld) => Promise<void>

const rates = [0, 1, 50, 100, 100, 100, 133, 250, 10_000]
const labels = ['dear', 'far']
const groups = ['gold', 'silver']
/** Few, so that a name is taken again by somebody else. */
const names = 12

const somebody = ({ rules, random }: ChargesWorld): Person | undefined =>
  rules.people.length > 0 ? random.pick(rules.people) : undefined

async function forSomebody(world: ChargesWorld, work: (person: Person) => Promise<void>): Promise<void> {
  const person = somebody(world)
  if (person) await work(person)
}

function freeName({ rules, random }: ChargesWorld): string | undefined {
  const taken = new Set(rules.people.map(({ email }) => email))
  const free = Array.from({ length: names }, (_, n) => `name${n}`).filter((name) => !taken.has(name))
  return free.length > 0 ? random.pick(free) : undefined
}

const someInbounds = (world: ChargesWorld, most: number): number[] => [
  ...new Set([world.random.pick(inboundIds(world)), ...world.random.some(inboundIds(world), most - 1)]),
]

const inboundIds = ({ rules }: ChargesWorld): number[] => [...rules.inbounds.keys()]

/** A connection may be older than the attachment, the name and the way of counting: its user is what it was then. */
async function moveHere(world: ChargesWorld): Promise<void> {
  const { rules, random, t } = world
  await forSomebody(world, async (person) => {
    const former = [...rules.formerNames].flatMap(([name, now]) => (now === person.email ? name : []))
    const user = random.pick([person.email, person.email, ...former])
    const here = [...person.on].filter((id) => rules.inbounds.get(id)?.node === 0)
    const other = inboundIds(world).filter((id) => rules.inbounds.get(id)?.node === 0)
    const through = random.pick(random.chance(0.9) && here.length > 0 ? here : other)
    const tag = rules.inbounds.get(through)?.tag
    if (tag === undefined) return
    const inbound = random.chance(0.6) ? through : undefined
    const device = random.chance(0.2) ? '7' : ''
    const prefix = `${device}${inbound === undefined ? '' : `@${inbound}`}`
    const bytes = { up: random.below(3_000), down: random.below(100_000) }
    t.fake.move('user', prefix === '' ? user : `${prefix}/${user}`, bytes.up, bytes.down)
    t.fake.move('inbound', tag, bytes.up, bytes.down)
    rules.move({ at: 'core', user, inbound, tag, ...bytes })
  })
}

async function moveOnNode(world: ChargesWorld): Promise<void> {
  const { rules, random, nodes } = world
  await forSomebody(world, async (person) => {
    const id = [...nodes.keys()].find((node) => world.onNode(node, person) && random.chance(0.7))
    const node = id === undefined ? undefined : nodes.get(id)
    const client = id === undefined ? undefined : world.onNode(id, person)
    if (id === undefined || !node || !client) return
    const bytes = { up: random.below(3_000), down: random.below(100_000) }
    const before = new Map([...node.inbounds.values()].map(({ port, up, down }) => [port, up + down]))
    if (!node.meter(client.fields.email, bytes.up, bytes.down)) return
    const grown = [...node.inbounds.values()].find(({ port, up, down }) => before.get(port) !== up + down)
    const place = [...rules.inbounds.values()].find((one) => one.node === id && one.port === grown?.port)
    rules.move({ at: 'node', node: id, person, tag: place?.tag ?? '', ...bytes })
  })
}

async function addInbound(world: ChargesWorld): Promise<void> {
  const { rules, random, nodes, done } = world
  if (rules.inbounds.size > 8) return
  const nodeId = nodes.size > 0 && random.chance(0.5) ? random.pick([...nodes.keys()]) : undefined
  const body = inboundBody({ ...(nodeId !== undefined && { nodeId }), settings: { decryption: 'none' } })
  const { id, tag, port } = await done<ListedInbound>(`${inbounds}/add`, body)
  rules.inbounds.set(id, { tag, port, node: nodeId ?? 0, rate: 100n, labels: new Set() })
  await world.round()
}

async function removeInbound(world: ChargesWorld): Promise<void> {
  const { rules, random, done } = world
  if (rules.inbounds.size < 5) return
  const id = random.pick(inboundIds(world))
  await world.settleNodes()
  await done(`${inbounds}/del/${id}`)
  rules.forget(id)
  await world.readAttachments()
  await world.round()
}

async function addClient(world: ChargesWorld): Promise<void> {
  const { rules, random, done } = world
  const email = freeName(world)
  if (email === undefined || rules.people.length > 7) return
  const subId = `sub-${world.made++}`
  const group = random.chance(0.3) ? random.pick(groups) : ''
  const client = { email, subId, group }
  await done(`${clients}/add`, { client, inboundIds: someInbounds(world, 4) })
  const row = await world.t.panel.db.read
    .selectFrom('clients')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  rules.formerNames.delete(email)
  const sums = {
    counted: { up: 0n, down: 0n },
    parts: new Map(),
    others: 0n,
    ever: new Map(),
    quotas: [],
    used: new Map(),
  }
  rules.people.push({ subId, id: row.id, email, on: new Set(), ...sums })
  await world.readAttachments()
  await world.round()
}

async function removeClient(world: ChargesWorld): Promise<void> {
  await forSomebody(world, async (person) => {
    await world.settleNodes()
    await world.done(`${clients}/del/${person.email}`)
    world.rules.remove(person)
    await world.round()
  })
}

async function rename(world: ChargesWorld): Promise<void> {
  const to = freeName(world)
  if (to === undefined) return
  await forSomebody(world, async (person) => {
    await world.done(`${clients}/update/${person.email}`, { email: to })
    world.rules.rename(person, to)
    await world.round()
  })
}

async function reset(world: ChargesWorld): Promise<void> {
  const { rules, random, done } = world
  const what = random.below(4)
  const some = what === 0 ? [...rules.people] : random.some(rules.people, what === 1 ? 3 : 1)
  if (what === 0) await done(`${clients}/resetAllTraffics`)
  else if (what === 1) await done(`${clients}/bulkResetTraffic`, { emails: some.map(({ email }) => email) })
  else for (const { email } of some) await done(`${clients}/resetTraffic/${email}`)
  for (const person of some) rules.reset(person)
}

/** Attached and detached by hand: a move between inbounds, servers and nodes. */
async function attach(world: ChargesWorld): Promise<void> {
  await forSomebody(world, async (person) => {
    const { random, done } = world
    await world.settleNodes()
    const [to, from] = [random.some(inboundIds(world), 2), random.some([...person.on], 2)]
    if (to.length > 0) await done(`${clients}/${person.email}/attach`, { inboundIds: to })
    if (from.length > 0) await done(`${clients}/${person.email}/detach`, { inboundIds: from })
    await world.readAttachments()
    await world.round()
  })
}

/** Members follow the inbounds of their group (ADR 149). */
async function changeGroup(world: ChargesWorld): Promise<void> {
  const { random, done } = world
  await world.settleNodes()
  const group = random.pick(groups)
  if (random.chance(0.6)) {
    const emails = random.some(world.rules.people, 3).map(({ email }) => email)
    const verb = random.chance(0.6) ? 'bulkAdd' : 'bulkRemove'
    if (emails.length > 0) await done(`${clients}/groups/${verb}`, { emails, group })
  } else {
    const wish = { inboundIds: someInbounds(world, 2), labels: [] }
    await following(world.visitor()).nameInGroup(group, wish, { leaveNone: true })
  }
  await world.readAttachments()
  await world.round()
}

/** For an inbound that the client has, a server or a label. */
async function setQuotas(world: ChargesWorld): Promise<void> {
  await forSomebody(world, async (person) => {
    const { random, rules, done } = world
    const common = () => ({
      bytes: 1 + random.below(300_000),
      reset: random.pick(['client', 'never'] as const),
    })
    const on = [...person.on]
    const wishes: ChargedQuota[] = [
      ...(on.length > 0 ? [{ on: 'inbound' as const, inboundId: random.pick(on), ...common() }] : []),
      { on: 'node', nodeId: random.pick([0, ...rules.nodes.keys()]), ...common() },
      { on: 'label', label: random.pick(labels), ...common() },
    ]
    const known = wishes.filter(({ on: what, label }) => what !== 'label' || isLabel(world, label ?? ''))
    await world.settleNodes()
    person.quotas = random.some(known, 3)
    await done(`${clients}/update/${person.email}`, { quotas: person.quotas })
    rules.quotas.settle(person)
    await world.round()
  })
}

const isLabel = ({ rules }: ChargesWorld, label: string): boolean =>
  [...rules.inbounds.values()].some((place) => place.labels.has(label))

async function setLabels(world: ChargesWorld): Promise<void> {
  const { random, rules, done } = world
  await world.settleNodes()
  const id = random.pick(inboundIds(world))
  const some = random.some(labels, 2)
  await done(`${inbounds}/update/${id}`, { labels: some })
  const place = rules.inbounds.get(id)
  if (place) place.labels = new Set(some)
  for (const person of rules.people) rules.quotas.settle(person)
  await world.round()
}

async function multiply(world: ChargesWorld): Promise<void> {
  const { rules, random, done } = world
  const rate = random.pick(rates)
  const node = random.chance(0.3) && rules.nodes.size > 0 ? random.pick([...rules.nodes.keys()]) : undefined
  const trafficMultiplier = rate / 100
  if (node !== undefined) {
    await done(`/panel/api/nodes/update/${node}`, { trafficMultiplier })
    rules.nodes.set(node, BigInt(rate))
  } else {
    const id = random.pick(inboundIds(world))
    await done(`${inbounds}/update/${id}`, { trafficMultiplier })
    const place = rules.inbounds.get(id)
    if (place) place.rate = BigInt(rate)
  }
  await world.round()
}

async function countApart(world: ChargesWorld): Promise<void> {
  const trafficPerInbound = world.random.chance(0.5)
  await world.done('/panel/api/setting/update', { trafficPerInbound })
  world.rules.apart = trafficPerInbound
}

async function endCore(world: ChargesWorld): Promise<void> {
  const { random, t, rules } = world
  await world.settleNodes()
  if (random.chance(0.7)) {
    await t.lastReading()
    rules.restart()
  } else rules.crash()
  t.fake.restart()
}

const tick: ChargesStep = (world) => world.tick()
/** At a statement of the tick, or after its commit and before the panel knows of it. */
async function killPanel(world: ChargesWorld): Promise<void> {
  const { random } = world
  for (const move of [moveHere, moveOnNode]) await move(world)
  const statement = random.chance(0.7) ? random.below(40) : Number.POSITIVE_INFINITY
  await world.killedTick(statement, random.chance(0.4))
}
const passTime: ChargesStep = ({ random, pass }) => pass(1 + random.below(30))

const weighed: [number, ChargesStep][] = [
  [40, moveHere],
  [14, moveOnNode],
  [18, tick],
  [7, multiply],
  [3, countApart],
  [5, reset],
  [6, setQuotas],
  [2, setLabels],
  [4, rename],
  [4, attach],
  [3, changeGroup],
  [3, addClient],
  [2, removeClient],
  [1, addInbound],
  [1, removeInbound],
  [2, endCore],
  [4, killPanel],
  [1, passTime],
]
const steps = weighed.flatMap(([weight, step]) => Array<ChargesStep>(weight).fill(step))

/** What each history begins with. */
export async function begin(world: ChargesWorld): Promise<void> {
  for (const name of groups) await world.done(`${clients}/groups/create`, { name })
  for (let n = 0; n < (world.nodes.size > 0 ? 6 : 4); n++) await addInbound(world)
  for (let n = 0; n < 5; n++) await addClient(world)
}

export const nextStep = ({ random }: ChargesWorld): ChargesStep => random.pick(steps)
