import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Plan } from '#contract/plan.ts'
import { type Following, following } from '#test/follow.ts'
import { addInbound, allClients, clients, inbounds } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

/** What the model knows of a client: what it has by hand, what was taken from it, and where it belongs. */
interface Person {
  plan: number
  group: string
  hand: Set<number>
  without: Set<number>
}
interface Names {
  follows: boolean
  places: number[]
  labels: string[]
}

const people = ['ann', 'bob', 'cid', 'dan']
const words = ['eu', 'us']
const groups = ['', 'red', 'blue']
const some = <T>(from: readonly T[]) => fc.subarray([...from])
const who = fc.constantFrom(...people)
const place = fc.nat(3)
/** Places are inbounds by their number in the test, plans likewise; 0 is no plan. */
const steps = fc.oneof(
  fc.record({ do: fc.constant('attach' as const), who, places: some([0, 1, 2, 3]) }),
  fc.record({ do: fc.constant('detach' as const), who, places: some([0, 1, 2, 3]) }),
  fc.record({ do: fc.constant('plan' as const), who, plan: fc.nat(2) }),
  fc.record({ do: fc.constant('group' as const), who, group: fc.constantFrom(...groups) }),
  fc.record({ do: fc.constant('label' as const), place, labels: some(words) }),
  fc.record({
    do: fc.constant('name' as const),
    of: fc.constantFrom('1', '2', 'red', 'blue'),
    places: some([0, 1, 2, 3]),
    labels: some(words),
    takeOver: fc.boolean(),
    undone: fc.boolean(),
  }),
)
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

/** Without these, most random lists move clients between plans that name nothing. */
const start: readonly Step[] = [
  { do: 'plan', who: 'ann', plan: 1 },
  { do: 'plan', who: 'bob', plan: 1 },
  { do: 'group', who: 'bob', group: 'red' },
  { do: 'group', who: 'cid', group: 'red' },
  { do: 'label', place: 2, labels: ['eu'] },
  { do: 'name', of: '1', places: [1], labels: ['eu'], takeOver: false, undone: false },
  { do: 'name', of: 'red', places: [1, 3], labels: [], takeOver: false, undone: false },
]

let panel: TestPanel
let me: Visitor
let t: Following
beforeAll(async () => {
  panel = await testPanel()
  me = await panel.login()
  t = following(me)
})
afterAll(() => panel.stop())

/** The rules again, in the plainest words. */
function createModel(places: readonly number[]) {
  const persons = new Map(
    people.map((name): [string, Person] => [
      name,
      { plan: 0, group: '', hand: new Set([0]), without: new Set() },
    ]),
  )
  const labels = new Map(places.map((_, i): [number, string[]] => [i, []]))
  const names = new Map<string, Names>()
  const meant = (of: string): number[] => {
    const found = names.get(of)
    if (!found?.follows) return []
    return places.flatMap((_, i) =>
      found.places.includes(i) || labels.get(i)?.some((word) => found.labels.includes(word)) ? [i] : [],
    )
  }
  const wanted = ({ plan, group }: Person) => new Set([...meant(String(plan)), ...meant(group)])
  const has = (person: Person): number[] =>
    places.flatMap((_, i) =>
      person.hand.has(i) || (wanted(person).has(i) && !person.without.has(i)) ? [i] : [],
    )
  return { persons, labels, names, meant, wanted, has }
}

async function play(list: readonly Step[]): Promise<void> {
  await t.empty()
  const ids: number[] = []
  for (let i = 0; i < 4; i++) ids.push((await addInbound(me)).id)
  const plans = [0, await t.newPlan(), await t.newPlan()]
  await me.post(
    `${clients}/bulkCreate`,
    people.map((email) => ({ client: { email }, inboundIds: [ids[0]] })),
  )
  const model = createModel(ids)
  const toIds = (places: readonly number[]) => places.map((i) => ids[i] as number)
  for (const step of [...start, ...list]) {
    await take(step, model, { toIds, plans, ids })
    const shown = new Map((await allClients(me)).map(({ email, inboundIds }) => [email, inboundIds]))
    for (const [email, person] of model.persons) {
      expect(shown.get(email), JSON.stringify(step)).toEqual(toIds(model.has(person)))
      const origins = await t.origins(email)
      const given = toIds(model.has(person).filter((i) => !person.hand.has(i)))
      expect(
        Object.entries(origins)
          .filter(([, o]) => o === 'given')
          .map(([id]) => Number(id)),
      ).toEqual(given)
      expect(Object.values(origins)).not.toContain('missing')
    }
  }
}

interface Around {
  toIds(places: readonly number[]): number[]
  plans: readonly number[]
  ids: readonly number[]
}

async function take(step: Step, model: ReturnType<typeof createModel>, { toIds, plans, ids }: Around) {
  const person = 'who' in step ? (model.persons.get(step.who) as Person) : undefined
  if (step.do === 'attach' && person) {
    const before = model.has(person)
    await t.attach(step.who, ...toIds(step.places))
    for (const i of step.places.filter((one) => !before.includes(one))) {
      if (!model.wanted(person).has(i)) person.hand.add(i)
      person.without.delete(i)
    }
  }
  if (step.do === 'detach' && person) {
    const before = model.has(person)
    await t.detach(step.who, ...toIds(step.places))
    for (const i of step.places.filter((one) => before.includes(one))) {
      person.hand.delete(i)
      if (model.wanted(person).has(i)) person.without.add(i)
    }
  }
  if (step.do === 'plan' && person) {
    await me.post(`${clients}/bulkAdjust`, { emails: [step.who], setPlanId: plans[step.plan] })
    person.plan = step.plan
  }
  if (step.do === 'group' && person) {
    await me.post(`${clients}/update/${step.who}`, { group: step.group })
    person.group = step.group
  }
  if (step.do === 'label') await label(step, model, ids)
  if (step.do === 'name') await name(step, model, { toIds, plans, ids })
}

/** Refused if it leaves clients with nothing: then all is as it was. */
async function label(
  { place, labels }: Extract<Step, { do: 'label' }>,
  model: ReturnType<typeof createModel>,
  ids: readonly number[],
) {
  const had = new Map([...model.persons.values()].map((person) => [person, model.has(person).length]))
  const was = model.labels.get(place) ?? []
  model.labels.set(place, labels)
  const strands = [...had].some(([person, n]) => n > 0 && model.has(person).length === 0)
  const { success, msg } = await me.post(`${inbounds}/update/${ids[place]}`, { labels })
  expect(success, msg).toBe(!strands)
  if (strands) model.labels.set(place, was)
}

async function name(
  { of, places, labels, takeOver, undone }: Extract<Step, { do: 'name' }>,
  model: ReturnType<typeof createModel>,
  { toIds, plans }: Around,
) {
  const isPlan = of === '1' || of === '2'
  const isMember = ({ plan, group }: Person) => (isPlan ? String(plan) === of : group === of)
  const members = [...model.persons.values()].filter(isMember)
  if (!isPlan && members.length === 0) return // there may be no such group
  const followInbounds = places.length + labels.length > 0
  const wish = { followInbounds, inboundIds: toIds(places), labels, takeOver }
  const before = members.map((person) => ({ person, hand: new Set(person.hand) }))
  const was = model.names.get(of)
  const sure = { leaveNone: true }
  const { undo } = isPlan
    ? await t.name(plans[Number(of)] as number, wish, sure)
    : await t.nameInGroup(of, wish, sure)
  const given = new Map(
    members.map((person) => [person, model.has(person).filter((i) => !person.hand.has(i))]),
  )
  model.names.set(of, { follows: followInbounds, places, labels })
  for (const person of members) {
    // Switched off: what it gave stays. Taken over: what is named is no longer by hand.
    const wanted = model.wanted(person)
    if (!followInbounds) for (const i of given.get(person) ?? []) if (!wanted.has(i)) person.hand.add(i)
    if (takeOver && followInbounds) for (const i of model.meant(of)) person.hand.delete(i)
  }
  if (!undone || undo === undefined) return
  const { success, msg } = await me.post(`/panel/api/undo/${undo}`, {})
  expect(success, msg).toBe(true)
  if (was) model.names.set(of, was)
  else model.names.delete(of)
  for (const { person, hand } of before) person.hand = hand
}

it('clients have what their group and plan name, and what was done by hand', {
  timeout: 120_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(steps, { minLength: 6, maxLength: 14 }), play), {
    numRuns: process.env.SLUICE_LONG ? 100 : 12,
  })
  expect((await me.get<Plan[]>('/panel/api/plans/list')).obj).toHaveLength(2)
})
