import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { FleetChecked, FleetSaw } from '#contract/fleet-api.ts'
import type { Health } from '#contract/health-api.ts'
import type { EntryNode, NodeEntry, NodesForEntries } from '#server/entries/nodes.ts'
import { addInbound, type ListedInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// Nodes that take part in the checks of entries: what a centre may ask of a node, and what a node may answer.

let t: TestPanel
let me: Visitor
let here: ListedInbound
let there: ListedInbound
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  expect(await me.post('/panel/setting/update', { publicHost: 'vpn.example' })).toMatchObject({
    success: true,
  })
  here = await addInbound(me, { remark: 'here', listen: '' })
  await t.panel.db.write((tx) =>
    tx
      .insertInto('nodes')
      .values({ id: 7, name: 'far', address: 'far.example', enable: true, fleet: 3 })
      .execute(),
  )
  there = await addInbound(me, { remark: 'there', listen: '', nodeId: 7 })
})
afterAll(() => t.stop())

const keys = { uuid: crypto.randomUUID(), password: 'p', auth: 'a', shadowsocksKey: '' }
const checks = (body: object) => me.post<FleetChecked>('/panel/api/fleet/checks', body)
const list = async () => (await me.get<Entries>('/panel/api/health/entries')).obj
const seenBy = async (eye: string) => (await list()).entries.filter((one) => one.eye === eye)

it('a node takes hidden clients for a while, and stores and shows nothing of them', async () => {
  const answer = await checks({ minutes: 15, eyes: [{ eye: '', keys: { [here.tag]: keys, nowhere: keys } }] })
  expect(answer).toMatchObject({ success: true, obj: { held: [], accepted: {} } }) // no core runs here
  const { desired } = t.panel.core
  const source = [...(await desired.now()).inbounds.values()].find(({ id }) => id === here.id)
  const given = () =>
    source && desired.checkUsersOf(source).filter(({ email }) => email.startsWith('check/centre.'))
  expect(given()).toMatchObject([{ email: `check/centre./${here.tag}`, id: keys.uuid }])
  expect(await desired.shownText()).not.toContain('check/')
  expect(JSON.stringify(await t.panel.db.read.selectFrom('audit').selectAll().execute())).not.toContain(
    keys.uuid,
  )
  t.advance(16 * 60_000)
  expect(given()).toEqual([])
})

it.each([
  ['too long', { minutes: 181, eyes: [] }],
  ['too many eyes', { minutes: 15, eyes: Array.from({ length: 5 }, () => ({ eye: '', keys: {} })) }],
  ['a name that is no eye', { minutes: 15, eyes: [{ eye: '../x', keys: {} }] }],
  [
    'a key without an end',
    { minutes: 15, eyes: [{ eye: '', keys: { a: { ...keys, auth: 'a'.repeat(129) } } }] },
  ],
])('a centre that asks for %s is refused', async (_, body) => {
  expect(await checks(body)).toMatchObject({ success: false })
})

it('a node without a core is no eye that blames anybody; a list without an end is refused', async () => {
  const entry = { inboundId: 1, entry: 'a.example:443', advertised: await advertised() }
  const look = (entries: object[]) =>
    me.post<FleetSaw>('/panel/api/fleet/eye', { at: t.now(), page: 'http://page.example/', entries })
  expect(await look([entry])).toMatchObject({ success: true, obj: { offline: true, results: [] } })
  expect(await look(Array.from({ length: 25 }, () => entry))).toMatchObject({ success: false })
})

async function advertised() {
  const [first] = await t.panel.entries.given('1.x')
  if (!first) throw new Error('there is no entry')
  return first.advertised
}

/** Nodes as the fleet would know them. */
class Nodes implements NodesForEntries {
  all: EntryNode[] = [{ id: 7, name: 'far', canCheck: true, isReached: true }]
  saw: FleetSaw | undefined
  asked: readonly NodeEntry[] = []
  held: string[] = []
  list = async () => this.all
  hold = async () => ({ held: this.held, accepted: {} })
  look = async (_: number, __: string, entries: readonly NodeEntry[]) => {
    this.asked = entries
    return this.saw
  }
}
const nodes = new Nodes()
async function round(): Promise<void> {
  t.advance(5 * 60_000)
  for (const job of t.panel.entries.jobs) await job.run(new AbortController().signal)
}

it('a node gets the entries with keys that end, and what it says is in its own column', async () => {
  t.panel.entries.attachNodes(nodes)
  await round() // nobody has looked from elsewhere before: the keys are made
  expect(t.panel.settings.current().remoteChecks).not.toBe('')
  expect(nodes.asked).toMatchObject([{ inboundId: here.id, advertised: { host: 'vpn.example', email: '' } }])
  expect((await list()).eyes.map(({ id }) => id)).toEqual(['']) // it has said nothing yet
  const [{ entry }] = nodes.asked as [NodeEntry]
  expect(entry).toBe(`vpn.example:${here.port}`)
  nodes.saw = {
    offline: false,
    results: [
      [here.id, entry, 84, '203.0.113.7'],
      [here.id, entry, 'entry.silent', 'twice in one answer: the last one counts'],
      [here.id, 'other.example:1', 5, ''],
      [999, entry, 5, ''],
    ],
  }
  await round()
  expect(await seenBy('node:7')).toMatchObject([{ inboundId: here.id, state: 'failed', stage: 'silent' }])
  expect(await seenBy('')).toEqual([])
  expect((await list()).eyes).toMatchObject([{ id: '' }, { id: 'node:7', name: 'far', kind: 'node' }])
})

it('a node without a way out blames no entry, and one that is silent for three rounds is said to be', async () => {
  const before = await seenBy('node:7')
  nodes.saw = {
    offline: true,
    results: [[here.id, before[0] ? `vpn.example:${here.port}` : '', 'entry.silent', '']],
  }
  await round()
  expect(await seenBy('node:7')).toEqual(before)
  expect((await list()).eyes[1]).toMatchObject({ state: 'offline' })
  nodes.saw = { offline: false, results: [] }
  for (let n = 0; n < 3; n++) await round()
  expect((await list()).eyes[1]).toMatchObject({ state: 'silent' })
})

it('an inbound on a node that takes no part is said to be unchecked, and is not called good', async () => {
  expect((await list()).unchecked).toMatchObject([
    { inboundId: there.id, reasonCoded: { code: 'entry.node-not-yet' } },
  ])
  nodes.all = [{ id: 7, name: 'far', canCheck: false, isReached: true }]
  const [unchecked] = (await list()).unchecked
  expect(unchecked).toMatchObject({ inbound: 'there', reasonCoded: { code: 'entry.node-cannot' } })
  const { findings } = (await me.post<Health>('/panel/api/health/check')).obj
  expect(findings.find(({ id }) => id === `entries.inbound-${there.id}`)).toMatchObject({
    ...{ state: 'note', subject: { kind: 'inbound', id: String(there.id) } },
    sentence: expect.stringContaining('another panel or an older version'),
  })
})

it('a node that is no eye any more is forgotten, and the keys that it had end', async () => {
  const { remoteChecks } = t.panel.settings.current()
  await round()
  expect(await seenBy('node:7')).toEqual([])
  expect((await list()).eyes.map(({ id }) => id)).toEqual([''])
  expect(t.panel.settings.current().remoteChecks).not.toBe(remoteChecks)
})
