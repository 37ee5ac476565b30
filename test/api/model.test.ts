import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { agree } from '#test/model/agree.ts'
import { bulkSteps } from '#test/model/bulk-steps.ts'
import { clientSteps } from '#test/model/client-steps.ts'
import { inboundSteps } from '#test/model/inbound-steps.ts'
import type { Step } from '#test/model/step.ts'
import { checkUnique, depleted, emptyWorld, Refused, type World } from '#test/model/world.ts'
import { worldOf } from '#test/model/world-of.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { createRandom, type Random } from '#test/random.ts'
import { seed } from '#test/seed.ts'
import { auditRows, wholeState } from '#test/state.ts'

const long = process.env.SLUICE_LONG === '1'
const steps = [...clientSteps, ...bulkSteps, ...inboundSteps]

let t: TestPanel
let me: Visitor
beforeEach(async () => {
  t = await testPanel()
  me = await t.login()
})
afterEach(() => t.stop())

/** The expected state after the operation; undefined if it must be refused. */
function outcome(world: World, step: Step): World | undefined {
  const next = structuredClone(world)
  try {
    step.apply(next)
    return next
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** The panel's id of a new inbound replaces the model's. */
function number(world: World, id: number): void {
  const made = world.inbounds.find((i) => i.id === -7)
  if (made) made.id = id
  for (const c of world.clients)
    c.inboundIds = c.inboundIds.map((x) => (x === -7 ? id : x)).sort((a, b) => a - b)
}

interface Seen {
  state: string
  audit: number
}
const look = async (): Promise<Seen> => ({
  state: await wholeState(t.panel),
  audit: await auditRows(t.panel),
})

/** One call: its reply, its effect, its one audit row and its one message to browsers. */
async function take(world: World, step: Step, before: Seen): Promise<{ world: World; seen: Seen }> {
  const told = vi.spyOn(t.panel.hub, 'publish')
  const next = outcome(world, step)
  const reply = await me.post<{ id: number } | null>(step.url, step.body)
  const says = `${step.url} ${JSON.stringify(step.body)} -> ${reply.msg}`
  expect([reply.success, says]).toEqual([next !== undefined, says])
  const seen = await look()
  const changed = seen.state !== before.state
  const meant = next !== undefined && (step.always === true || JSON.stringify(next) !== JSON.stringify(world))
  expect([changed, says]).toEqual([meant, says])
  const clients = told.mock.calls.filter(([, p]) => JSON.stringify(p) === '{"type":"clients"}')
  const rows = seen.audit - before.audit
  expect([clients.length, rows, says]).toEqual([Number(changed), Number(changed), says])
  told.mockRestore()
  if (!next) return { world, seen }
  number(next, reply.obj?.id ?? 0)
  step.reply?.(reply.obj)
  return { world: next, seen }
}

/** What the periodic check will do: disable a depleted or expired client. */
async function panelDisables(world: World): Promise<void> {
  const ended = world.clients.filter((c) => c.enable && depleted(c))
  for (const c of ended) Object.assign(c, { enable: false, byPanel: true })
  const emails = ended.map((c) => c.email)
  if (emails.length === 0) return
  await t.panel.db.write(async (tx) => {
    const off = { enable: false, disabled_by_panel: true }
    await tx.updateTable('clients').set(off).where('email', 'in', emails).execute()
    await tx.updateTable('client_traffics').set({ enable: false }).where('email', 'in', emails).execute()
  })
}

async function run(r: Random, count: number): Promise<World> {
  let world = emptyWorld()
  let seen = await look()
  for (let n = 0; n < count; n++) {
    if (r.chance(0.1)) {
      await panelDisables(world)
      seen = await look()
    }
    const step = r.pick(n < 8 ? inboundSteps.slice(0, 2) : steps)(r, world)
    ;({ world, seen } = await take(world, step, seen))
    await agree(world, t, me, r)
  }
  return world
}

const timeout = long ? 1_800_000 : 90_000

it(`random operations and the model agree after every step (SLUICE_SEED=${seed})`, { timeout }, async () => {
  const world = await run(createRandom(seed), long ? 3_000 : t.panel.db.engine === 'sqlite' ? 120 : 70)
  expect(await worldOf(t)).toMatchObject({ clients: { length: world.clients.length } }) // the last step may delete all
  expect(await auditRows(t.panel)).toBeGreaterThan(20)
})

it(`parallel operations leave consistent views (SLUICE_SEED=${seed})`, { timeout }, async () => {
  const r = createRandom(seed)
  let world = await run(r, 10)
  for (let round = 0; round < (long ? 300 : 8); round++) {
    const calls = Array.from({ length: 12 }, () => r.pick(steps)(r, world))
    const replies = await Promise.all(
      calls.map(({ url, body }) => me.post(url.replace('?keepTraffic=1', ''), without(body))),
    )
    for (const [i, { msg }] of replies.entries())
      expect([msg.includes('Something went wrong'), calls[i]]).toEqual([false, calls[i]])
    world = await worldOf(t)
    checkUnique(world)
    await agree(world, t, me, r)
    expect(world.kept).toEqual({}) // a traffic row stays only on request
  }
})

/** Nothing is kept here, so that a row without a client is a leftover. */
const without = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'keepTraffic' in body ? { ...body, keepTraffic: false } : body
