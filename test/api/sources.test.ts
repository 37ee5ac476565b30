import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addClient,
  addInbound,
  allClients,
  allInbounds,
  clients,
  type ListedInbound,
} from '#test/inbounds.ts'
import { asSource, createFakeCore, type FakeCore, type MeteredPanel, meteredPanel } from '#test/metering.ts'
import { createModel, type Step, step } from '#test/model/two-cores.ts'
import type { Visitor } from '#test/panel.ts'

const second = createFakeCore('second')
/** In the place of the second core's answer. */
let answer: (() => Promise<never>) | undefined
const counters = second.counters
second.counters = () => answer?.() ?? counters()

let t: MeteredPanel
let me: Visitor
let inbound: ListedInbound
beforeAll(async () => {
  t = await meteredPanel({}, [asSource('another', second)])
  me = await t.login()
  inbound = await addInbound(me)
})
afterEach(() => {
  answer = undefined
})
afterAll(() => t.stop())

const bytesOf = async (email: string) => {
  const found = (await allClients(me)).find((c) => c.email === email)
  return found && found.traffic.up + found.traffic.down
}
const inboundBytes = async () => {
  const found = (await allInbounds(me)).find(({ id }) => id === inbound.id)
  return found && found.up + found.down
}

describe('two cores under one database', () => {
  it('a client and a tag that move in both are counted once for each', async () => {
    await addClient(me, { email: 'both' }, [inbound.id])
    const before = (await inboundBytes()) ?? 0
    t.fake.move('user', 'both', 1, 2)
    second.move('user', 'both', 10, 20)
    t.fake.move('inbound', inbound.tag, 3)
    second.move('inbound', inbound.tag, 30)
    await t.tick()
    expect(await bytesOf('both')).toBe(33)
    expect(await inboundBytes()).toBe(before + 33)
    expect(t.panel.traffic.counted('both')).toBe(33)
    expect(t.panel.traffic.counted('both', 'another')).toBe(30)
    await t.tick()
    expect(await bytesOf('both')).toBe(33)
  })

  it('each has its own last reading, in one transaction', async () => {
    const rows = await t.panel.db.read
      .selectFrom('traffic_readings')
      .select(['source', 'start_id', 'up', 'down'])
      .where('name', '=', 'both')
      .orderBy('up')
      .execute()
    expect(rows).toEqual([
      { source: t.panel.instance.id, start_id: 'life-1', up: 1, down: 2 },
      { source: 'another', start_id: 'second-1', up: 10, down: 20 },
    ])
  })

  it('one that fails, or hangs, does not hold up the other', async () => {
    await addClient(me, { email: 'wait' }, [inbound.id])
    for (const [i, silent] of [
      () => Promise.reject(new Error('no answer')),
      () => new Promise<never>(() => {}),
    ].entries()) {
      answer = silent
      t.fake.move('user', 'wait', 1)
      second.move('user', 'wait', 100)
      await expect(t.tick()).rejects.toThrow(/no answer|did not answer/)
      expect(await bytesOf('wait')).toBe(101 * i + 1)
      answer = undefined
      await t.tick()
      expect(await bytesOf('wait')).toBe(101 * (i + 1))
    }
  })

  it('a rename while a core is not seen is known when the same core is seen again', async () => {
    await addClient(me, { email: 'before' }, [inbound.id])
    second.move('user', 'before', 1)
    await t.tick()
    second.stop()
    await me.post(`${clients}/update/before`, { email: 'after' })
    second.move('user', 'before', 20)
    second.resume()
    await t.tick()
    expect(await bytesOf('after')).toBe(21)
  })

  it('readings of an instance that left are forgotten, those of one that may come back are not', async () => {
    const { db } = t.panel
    const row = { kind: 'client', name: 'x', start_id: 'old', up: 1 }
    await db.write(async (tx) => {
      await tx.insertInto('instances').values({ id: 'crashed' }).execute()
      await tx
        .insertInto('traffic_readings')
        .values(['crashed', 'left'].map((source) => ({ ...row, source })))
        .execute()
    })
    second.restart()
    second.move('user', 'both', 1)
    await t.tick()
    const left = await db.read
      .selectFrom('traffic_readings')
      .select('source')
      .where('name', '=', 'x')
      .execute()
    expect(left).toEqual([{ source: 'crashed' }])
    await db.write((tx) => tx.deleteFrom('instances').where('id', '=', 'crashed').execute())
  })
})

let run = 0

async function failingTick() {
  await t.panel.db.write((tx) => sql`alter table traffic_readings rename to hidden`.execute(tx))
  await t.tick().catch(() => {}) // one in which nothing moved has nothing to fail at
  await t.panel.db.write((tx) => sql`alter table hidden rename to traffic_readings`.execute(tx))
}

async function play(steps: readonly Step[]) {
  const prefix = `s${++run}`
  const fakes: readonly FakeCore[] = [t.fake, second]
  for (const fake of fakes) fake.restart()
  const model = createModel([`${prefix}-0`, `${prefix}-1`, `${prefix}-2`])
  for (const email of model.now) await addClient(me, { email }, [inbound.id])
  const { cores } = model

  async function onCore(s: Extract<Step, { core: number }>) {
    const core = cores[s.core]
    const fake = fakes[s.core]
    if (!core || !fake || (!core.isSeen && s.do !== 'move')) return
    if (s.do === 'move') {
      const name = [...core.names][s.name % core.names.size] ?? ''
      fake.move('user', name, 0, s.bytes)
      model.move(core, name, s.bytes)
    } else if (s.do === 'restart') {
      const source = s.core === 0 ? t.panel.instance.id : 'another'
      await t.panel.traffic.lastReading(source, fake, fake.startId() ?? '')
      model.read(s.core)
    } else if (s.do === 'silent tick' && s.core === 1) {
      answer = () => Promise.reject(new Error('no answer'))
      await t.tick().catch(() => {})
      answer = undefined
      model.read(0)
    } else if (s.do === 'unseen' && core.isStored) {
      fake.stop()
      core.isSeen = false
    }
    if (s.do === 'restart' || s.do === 'crash') {
      fake.restart()
      model.restart(s.core) // bytes that nobody read died with it
    }
  }
  const seeAgain = () => {
    for (const [i, core] of cores.entries()) {
      fakes[i]?.resume()
      core.isSeen = true
    }
  }

  for (const s of steps) {
    if ('core' in s) await onCore(s)
    else if (s.do === 'see again') seeAgain()
    else if (s.do === 'failing tick') await failingTick()
    else if (s.do === 'rename') {
      const to = `${prefix}-${s.to}`
      if (model.now.includes(to)) continue
      const reply = await me.post(`${clients}/update/${model.now[s.who]}`, { email: to })
      expect(reply).toMatchObject({ success: true })
      model.rename(s.who, to)
    } else {
      await t.tick()
      model.readAll()
    }
  }
  seeAgain()
  await t.tick()
  model.readAll()
  const shown = new Map((await allClients(me)).map((c) => [c.email, c.traffic.up + c.traffic.down]))
  expect(model.now.map((email) => [email, shown.get(email)])).toEqual(
    model.now.map((email, i) => [email, model.used[i]]),
  )
  await me.post(`${clients}/bulkDel`, { emails: model.now })
}

it('no byte is lost or doubled, whatever happens to either core in whatever order, renames included', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), play), {
    numRuns: process.env.SLUICE_LONG ? 300 : 30,
  })
})
