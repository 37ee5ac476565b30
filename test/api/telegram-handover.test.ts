import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BotState } from '#contract/telegram-api.ts'
import type { TestPanel } from '#test/panel.ts'
import { type BotPanel, beatOf, boss, botPanel, instanceBeside } from '#test/telegram.ts'
import { deadlineMs } from '#test/until.ts'

const within = { timeout: deadlineMs, interval: 10 }
const lookTimers = { after: () => () => {} }

/** Jobs do not run: a test looks around, and beats the bot, when it wants to. */
describe.skipIf(process.env.SLUICE_TEST_DB !== 'postgres')('two instances and one bot, on PostgreSQL', () => {
  let b: BotPanel
  let other: TestPanel
  beforeAll(async () => {
    b = await botPanel({}, { lookTimers })
    other = await instanceBeside(b, { lookTimers })
    await other.panel.lookAround()
    await b.beat()
    await vi.waitFor(() => expect(b.fake.calls).toContain('getUpdates'), within)
  })
  afterAll(() => b?.stop()) // the last test stops the other one

  const polls = () => b.fake.calls.filter((method) => method === 'getUpdates').length
  const stateAt = ({ panel }: TestPanel): Promise<BotState> => panel.telegram.state()
  /** Everybody may ask for an ID, and the answer is in the chat of whoever asked. */
  const ask = (people: readonly number[]) => people.map((person) => b.fake.say(person, '/id'))
  const answers = (people: readonly number[]) => people.map((person) => b.fake.chat(person).length)

  it('only the leader asks for updates; the other says that it runs', async () => {
    expect((await b.say(boss, '/id')).text).toContain(String(boss))
    const before = polls()
    await beatOf(other)
    expect(await stateAt(other)).toMatchObject({ state: 'running', username: 'fake_bot' })
    ask([101])
    await vi.waitFor(() => expect(answers([101])).toEqual([1]), within)
    expect(polls()).toBeGreaterThan(before)
    expect(b.fake.calls.filter((method) => method === 'getMe')).toHaveLength(1)
  })

  it('what a leader received after it lost the lease is done by the next one, once', async () => {
    const people = [201, 202, 203, 204, 205]
    const { db, instance } = other.panel
    await sql`update leases set holder = ${instance.id}, epoch = epoch + 1, until = 1`.execute(db.read)
    // The old leader does not know yet: its poll is open, and Telegram answers it.
    ask(people)
    await vi.waitFor(() => expect(b.t.panel.leadership.leads()).toBe(false), within)
    expect(answers(people)).toEqual([0, 0, 0, 0, 0])
    await other.panel.lookAround()
    expect(other.panel.leadership.leads()).toBe(true)
    await beatOf(other)
    await vi.waitFor(() => expect(answers(people)).toEqual([1, 1, 1, 1, 1]), within)
    await b.t.panel.lookAround()
    await b.beat()
    expect(await stateAt(b.t)).toMatchObject({ state: 'running', username: 'fake_bot' })
    ask([206])
    await vi.waitFor(() => expect(answers([206])).toEqual([1]), within)
    expect(answers(people)).toEqual([1, 1, 1, 1, 1])
    expect(b.fake.calls.filter((method) => method === 'getMe')).toHaveLength(2)
  })

  it('a leader that stops hands over at once', async () => {
    await other.stop()
    ask([301, 302])
    await b.t.panel.lookAround()
    expect(b.t.panel.leadership.leads()).toBe(true)
    await b.beat()
    await vi.waitFor(() => expect(answers([301, 302])).toEqual([1, 1]), within)
  })
})
