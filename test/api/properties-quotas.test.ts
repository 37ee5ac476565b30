import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quota } from '#contract/quotas.ts'
import type { ClientQuota } from '#contract/quotas-api.ts'
import { targetOf } from '#domain/quotas/quotas.ts'
import { addInbound, clients, inbounds } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { seed } from '#test/seed.ts'

const people = ['ann', 'bob', 'cid']
const words = ['eu', 'us']
const groups = ['', 'red', 'blue']
const places = [0, 1, 2]

/** Places are inbounds by their number in the test; 3 is this server. */
const wish = fc.record({
  on: fc.constantFrom('place' as const, 'server' as const, 'label' as const),
  place: fc.constantFrom(...places),
  label: fc.constantFrom(...words),
  bytes: fc.integer({ min: 1, max: 60 }),
  reset: fc.constantFrom('client' as const, 'never' as const),
})
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never
const wishes = fc.uniqueArray(wish, {
  maxLength: 3,
  selector: ({ on, place, label }) => `${on} ${on === 'place' ? place : on === 'label' ? label : ''}`,
})
const who = fc.constantFrom(...people)
const place = fc.constantFrom(...places)
const steps = fc.oneof(
  fc.record({ do: fc.constant('own' as const), who, wishes }),
  fc.record({ do: fc.constant('common' as const), group: fc.constantFrom('red', 'blue'), wishes }),
  fc.record({ do: fc.constant('plan' as const), wishes }),
  fc.record({ do: fc.constant('join' as const), who, group: fc.constantFrom(...groups), plan: fc.boolean() }),
  fc.record({ do: fc.constant('label' as const), place, labels: fc.subarray(words) }),
  fc.record({ do: fc.constant('attach' as const), who, place }),
  fc.record({ do: fc.constant('detach' as const), who, place }),
  fc.record({ do: fc.constant('reset' as const), who }),
  fc.record({ do: fc.constant('begin' as const), who }),
  ...[1, 2, 3].map(() =>
    fc.record({ do: fc.constant('move' as const), who, place, bytes: fc.integer({ min: 1, max: 40 }) }),
  ),
)
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

interface Person {
  attached: Set<number>
  own: Quota[]
  group: string
  plan: boolean
  /** By target, what is used of each that counts. */
  used: Map<string, number>
}

let t: MeteredPanel
let me: Visitor
let ids: number[]
let plan = 0
beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  ids = []
  for (const _ of places) ids.push((await addInbound(me)).id)
  plan = (await me.post<{ id: number }>('/panel/api/plans/add', { name: 'gold' })).obj.id
  for (const name of groups.slice(1)) await me.post(`${clients}/groups/create`, { name })
})
afterAll(() => t.stop())

let run = 0

/** A simple account of who may use what, beside the panel. */
function createModel() {
  const world = {
    people: new Map<string, Person>(),
    common: new Map<string, Quota[]>(),
    plan: [] as Quota[],
    labels: places.map(() => [] as string[]),
  }
  const means = (quota: Quota, n: number): boolean =>
    quota.on === 'inbound'
      ? quota.inboundId === ids[n]
      : quota.on === 'node' || (world.labels[n] ?? []).includes(quota.label)
  const force = ({ own, group, plan: has }: Person): Map<string, Quota> => {
    const all = [...(has ? world.plan : []), ...(world.common.get(group) ?? []), ...own] // the last one wins
    return new Map(all.map((quota) => [targetOf(quota), quota]))
  }
  function settle(): void {
    for (const person of world.people.values()) {
      const now = force(person)
      for (const target of person.used.keys()) if (!now.has(target)) person.used.delete(target)
      for (const [target, quota] of now)
        if (!person.used.has(target) && [...person.attached].some((n) => means(quota, n)))
          person.used.set(target, 0)
    }
  }
  const closed = (person: Person): number[] =>
    [...person.attached]
      .filter((n) =>
        [...force(person)].some(
          ([target, quota]) => means(quota, n) && (person.used.get(target) ?? 0) >= quota.bytes,
        ),
      )
      .sort()
  const counted = (person: Person): number[] =>
    [...person.attached]
      .filter((n) => [...force(person).values()].some((quota) => quota.on !== 'node' && means(quota, n)))
      .sort()
  return { world, means, force, settle, closed, counted }
}

it('whatever is set, moved, labelled, joined and reset: who may use what is what a simple account says', async () => {
  const quotaOf = ({ on, place: n, label, bytes, reset }: Wish): Quota => {
    if (on === 'place') return { on: 'inbound', inboundId: ids[n] ?? 0, bytes, reset }
    return on === 'label' ? { on, label, bytes, reset } : { on: 'node', nodeId: 0, bytes, reset }
  }
  const property = fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 24 }), async (list) => {
    run++
    const model = createModel()
    const { world } = model
    const nameOf = (email: string) => `${email}-${run}`
    const done = async (path: string, body: object = {}) => {
      const { success, msg } = await me.post(path, body)
      expect(success, msg).toBe(true)
    }
    const setLabels = (n: number, labels: string[]) => {
      world.labels[n] = labels
      return done(`${inbounds}/update/${ids[n]}`, { labels })
    }
    for (const n of places) await setLabels(n, [])
    await done(`/panel/api/plans/update/${plan}`, { name: 'gold', quotas: [] })
    for (const name of groups.slice(1)) await done(`${clients}/groups/update`, { name, quotas: [] })
    for (const email of people) {
      await done(`${clients}/add`, { client: { email: nameOf(email) }, inboundIds: ids })
      world.people.set(email, {
        ...{ attached: new Set(places), own: [], group: '', plan: false, used: new Map() },
      })
    }
    const personOf = (email: string) => world.people.get(email) as Person // made above

    const play = async (step: Step): Promise<void> => {
      if (step.do === 'common') {
        const quotas = step.wishes.map(quotaOf)
        world.common.set(step.group, quotas)
        return done(`${clients}/groups/update`, { name: step.group, quotas })
      }
      if (step.do === 'plan') {
        world.plan = step.wishes.map(quotaOf)
        return done(`/panel/api/plans/update/${plan}`, { name: 'gold', quotas: world.plan })
      }
      if (step.do === 'label') return setLabels(step.place, step.labels)
      const [person, name] = [personOf(step.who), nameOf(step.who)]
      switch (step.do) {
        case 'own': {
          const known = new Set(world.labels.flat())
          const had = new Set(person.own.map(targetOf))
          const isFine = (quota: Quota) =>
            had.has(targetOf(quota)) ||
            (quota.on === 'label' && known.has(quota.label)) ||
            quota.on === 'node' ||
            (quota.on === 'inbound' && person.attached.has(ids.indexOf(quota.inboundId)))
          person.own = step.wishes.map(quotaOf).filter(isFine)
          return done(`${clients}/update/${name}`, { quotas: person.own })
        }
        case 'join':
          person.group = step.group
          person.plan = step.plan
          return done(`${clients}/update/${name}`, { group: step.group, planId: step.plan ? plan : 0 })
        case 'attach':
          person.attached.add(step.place)
          return done(`${clients}/${name}/attach`, { inboundIds: [ids[step.place]] })
        case 'detach':
          if (person.attached.size === 1) return
          person.attached.delete(step.place)
          return done(`${clients}/${name}/detach`, { inboundIds: [ids[step.place]] })
        case 'reset':
          for (const [target, quota] of model.force(person))
            if (quota.reset === 'client' && person.used.has(target)) person.used.set(target, 0)
          return done(`${clients}/resetTraffic/${name}`)
        case 'begin':
          for (const target of person.used.keys()) person.used.set(target, 0)
          return done(`${clients}/quotas/reset/${name}`)
        case 'move': {
          if (!person.attached.has(step.place) || model.closed(person).includes(step.place)) return
          const isCounted = model.counted(person).includes(step.place)
          t.fake.move('user', isCounted ? `@${ids[step.place]}/${name}` : name, step.bytes)
          await t.tick()
          for (const [target, quota] of model.force(person))
            if (model.means(quota, step.place))
              person.used.set(target, (person.used.get(target) ?? 0) + step.bytes)
        }
      }
    }
    for (const step of list) {
      await play(step)
      model.settle()
      for (const email of people) {
        const person = personOf(email)
        const { obj } = await me.get<ClientQuota[]>(`${clients}/quotas/${nameOf(email)}`)
        const used = obj.filter(({ target }) => person.used.has(target))
        expect(Object.fromEntries(used.map((one) => [one.target, one.used])), JSON.stringify(step)).toEqual(
          Object.fromEntries(person.used),
        )
        const row = await t.panel.db.read
          .selectFrom('clients')
          .select(['counted_inbounds', 'spent_inbounds'])
          .where('email', '=', nameOf(email))
          .executeTakeFirstOrThrow()
        const cell = (list: number[]) => list.map((n) => ids[n]).join()
        expect({ ...row }, JSON.stringify(step)).toEqual({
          counted_inbounds: cell(model.counted(person)),
          spent_inbounds: cell(model.closed(person)),
        })
      }
    }
    for (const email of people) await done(`${clients}/del/${nameOf(email)}`)
  })
  await fc.assert(property, { seed, numRuns: process.env.SLUICE_LONG === '1' ? 200 : 15 })
})
