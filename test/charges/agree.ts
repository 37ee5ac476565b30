import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ClientQuota } from '#contract/quotas-api.ts'
import type { ClientInboundUsage } from '#contract/usage-api.ts'
import { allInbounds } from '../inbounds.ts'
import type { Part, Person } from './rules.ts'
import type { ChargesWorld } from './world.ts'

/** Counters with their hundredths, as they are stored: cheap enough for every step. */
export async function countersAgree({ t, rules }: ChargesWorld, where: string): Promise<void> {
  const rows = await t.panel.db.read
    .selectFrom('client_traffics')
    .select(['email', 'up', 'down', 'up_rest', 'down_rest'])
    .execute()
  const found = rows.map((r) => [
    r.email,
    `${BigInt(r.up) * 100n + BigInt(r.up_rest)} ${BigInt(r.down) * 100n + BigInt(r.down_rest)}`,
  ])
  const expected = rules.people.map(({ email, counted }) => [email, `${counted.up} ${counted.down}`])
  expect([where, Object.fromEntries(found)]).toEqual([where, Object.fromEntries(expected)])
}

const shown = (parts: ReadonlyMap<number, Part>) =>
  [...parts]
    .filter(([, { up, down }]) => up + down > 0)
    .sort(([a], [b]) => a - b)
    .map(([place, { up, down, charged }]) => ({
      ...(place < 0 ? { inboundId: 0, nodeId: -place } : { inboundId: place }),
      up,
      down,
      charged: Number(charged / 100n),
    }))

type Table = 'client_inbound_traffics' | 'client_inbound_days'

async function storedParts({ t }: ChargesWorld, { id }: Person, table: Table): Promise<Map<number, Part>> {
  const { rows } = await sql<{ place: number; up: number; down: number; charged: number }>`
    select inbound_id as place, sum(up) as up, sum(down) as down, sum(charged) as charged
    from ${sql.table(table)} where client_id = ${id} group by inbound_id`.execute(t.panel.db.read)
  return new Map(
    rows.map(({ place, up, down, charged }) => [
      place,
      { up: Number(up), down: Number(down), charged: BigInt(charged) },
    ]),
  )
}
const moved = (parts: ReadonlyMap<number, Part>) =>
  new Map([...parts].filter(([, { up, down }]) => up + down > 0))

async function personAgrees(world: ChargesWorld, person: Person, where: string): Promise<void> {
  const { items, others } = (
    await world
      .visitor()
      .get<{ items: ClientInboundUsage[]; others: number }>(`/panel/api/usage/client/${person.email}`)
  ).obj
  expect([where, person.email, items]).toEqual([where, person.email, shown(person.parts)])
  // What is shown is rounded down, each part for itself: the sum may be a few bytes off, and not what is stored.
  const charged = items.reduce((sum, item) => sum + item.charged, 0)
  const used = Number(person.counted.up / 100n + person.counted.down / 100n)
  expect([where, person.email, others]).toEqual([where, person.email, Math.max(0, used - charged)])
  const parts = await storedParts(world, person, 'client_inbound_traffics')
  expect([where, moved(parts)]).toEqual([where, moved(person.parts)])
  // The client's counters are what its inbounds and nodes say, and what was not counted apart.
  const apart = [...parts.values()].reduce((sum, part) => sum + part.charged, 0n)
  expect([where, person.counted.up + person.counted.down - apart]).toEqual([where, person.others])
}

async function daysAgree(world: ChargesWorld, person: Person, where: string): Promise<void> {
  const days = await storedParts(world, person, 'client_inbound_days')
  expect([where, person.email, moved(days)]).toEqual([where, person.email, moved(person.ever)])
}

async function quotasAgree(world: ChargesWorld, person: Person, where: string): Promise<void> {
  const { obj } = await world.visitor().get<ClientQuota[]>(`/panel/api/clients/quotas/${person.email}`)
  const found = obj.flatMap(({ target, used, spent, closed }) =>
    person.used.has(target) ? [{ target, used, spent, closed: closed.toSorted((a, b) => a - b) }] : [],
  )
  found.sort((a, b) => (a.target < b.target ? -1 : 1))
  expect([where, person.email, found]).toEqual([where, person.email, world.rules.quotas.shown(person)])
}

async function realBytesAgree(world: ChargesWorld, where: string): Promise<void> {
  const { rules, t } = world
  const found: Record<string, string> = {}
  for (const name of rules.real.keys()) {
    const [kind = '', of = ''] = name.split(' ')
    const path = `/panel/api/history/${kind}/${encodeURIComponent(of)}?step=1d&from=${Math.floor(t.now() / 1_000) - 700 * 86_400}`
    const { points } = (await world.visitor().get<{ points: { up: number; down: number }[] }>(path)).obj
    const sum = (way: 'up' | 'down') => points.reduce((bytes, point) => bytes + point[way], 0)
    found[name] = `${sum('up')} ${sum('down')}`
  }
  const expected = Object.fromEntries([...rules.real].map(([name, { up, down }]) => [name, `${up} ${down}`]))
  expect([where, found]).toEqual([where, expected])
  for (const { id, tag, up, down } of await allInbounds(world.visitor())) {
    const known = rules.real.get(`inbound ${tag}`) ?? { up: 0, down: 0 }
    expect([where, id, up, down]).toEqual([where, id, known.up, known.down])
  }
}

/** Everything that is shown and stored of bytes. */
export async function allAgrees(world: ChargesWorld, where: string): Promise<void> {
  await countersAgree(world, where)
  const { people, gone } = world.rules
  for (const person of people) await personAgrees(world, person, where)
  for (const person of people) await quotasAgree(world, person, where)
  for (const person of [...people, ...gone]) await daysAgree(world, person, where)
  await realBytesAgree(world, where)
}
