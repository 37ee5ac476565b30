import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createClients } from '#server/clients/service.ts'
import { createWriting } from '#server/clients/writing.ts'
import { readOutboundTags } from '#server/core/reconcile/outbound-tags.ts'
import { silentLog } from '#server/platform/log.ts'
import type { Listener } from '#server/store/changes/change.ts'
import { createCommit } from '#server/store/changes/commit.ts'
import type { Tx } from '#server/store/open.ts'
import { guarded } from '#server/traffic/collect.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'

const by = { kind: 'token', name: 'script', address: '203.0.113.5' } as const
const change = { kind: 'plans-changed' } as const
const actionOf = (object: string) => ({ action: 'notice.test' as const, objectKind: 'test', object })

let t: TestPanel
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())

const store = (tx: Tx, name: string) => tx.insertInto('client_groups').values({ name }).execute()
const isStored = async (name: string) =>
  (await t.panel.db.read.selectFrom('client_groups').select('name').where('name', '=', name).execute())
    .length > 0
const audited = async (object: string, from: Pick<Tx, 'selectFrom'> = t.panel.db.read) =>
  from.selectFrom('audit').select(['actor_kind', 'actor', 'address']).where('object', '=', object).execute()
const ears = () => ({ name: 'ears', inTx: vi.fn(async () => {}), after: vi.fn() })

it('stores the action in the same transaction and tells the change with who made it', async () => {
  const heard = ears()
  let seenInside = 0
  const inside: Listener = {
    name: 'inside',
    async inTx(tx) {
      seenInside = (await audited('whole', tx)).length
    },
  }
  const result = await commitOn(t.panel.db, [inside, heard])(by, async (tx) => {
    await store(tx, 'whole')
    return { result: 7, action: actionOf('whole'), change }
  })
  expect([result, seenInside, await isStored('whole')]).toEqual([7, 1, true])
  expect(await audited('whole')).toEqual([{ actor_kind: 'token', actor: 'script', address: '203.0.113.5' }])
  expect(heard.inTx).toHaveBeenCalledExactlyOnceWith(expect.anything(), { ...change, by })
  expect(heard.after).toHaveBeenCalledExactlyOnceWith({ ...change, by })
})

it('a write that changed nothing tells nothing', async () => {
  const heard = ears()
  const count = async () => (await t.panel.db.read.selectFrom('audit').select('id').execute()).length
  const before = await count()
  expect(await commitOn(t.panel.db, [heard])(by, async () => ({ result: 'same' }))).toBe('same')
  expect(await count()).toBe(before)
  expect([heard.inTx.mock.calls, heard.after.mock.calls]).toEqual([[], []])
})

it('a listener that fails in the transaction rolls back the write, its audit row and the other listeners', async () => {
  const heard = ears()
  const committed = vi.fn()
  const writes: Listener = { name: 'writes', inTx: async (tx) => void (await store(tx, 'by listener')) }
  const fails: Listener = { name: 'fails', inTx: () => Promise.reject(new Error('no room')) }
  const work = commitOn(t.panel.db, [heard, writes, fails])(by, async (tx) => {
    await store(tx, 'rolled back')
    return { result: null, action: actionOf('rolled back'), change, committed }
  })
  await expect(work).rejects.toThrow('no room')
  expect([await isStored('rolled back'), await isStored('by listener')]).toEqual([false, false])
  expect(await audited('rolled back')).toEqual([])
  expect([heard.after.mock.calls, committed.mock.calls]).toEqual([[], []])
})

it('a listener that fails after the commit is logged and stops nobody', async () => {
  const heard = ears()
  const error = vi.fn()
  const commit = createCommit({
    db: t.panel.db,
    now: Date.now,
    log: { ...silentLog, error },
    hooks: { listeners: [{ name: 'fails', after: () => Promise.reject(new Error('gone')) }, heard] },
  })
  const result = await commit(by, async (tx) => {
    await store(tx, 'kept')
    return { result: 'done', change: [change, change] }
  })
  expect([result, await isStored('kept')]).toEqual(['done', true])
  expect(heard.after).toHaveBeenCalledTimes(2)
  expect(error).toHaveBeenCalledTimes(2)
  expect(error.mock.calls[0]?.[0]).toMatchObject({ listener: 'fails', change: 'plans-changed' })
})

it('a part in a savepoint is rolled back with its own audit rows, and nobody hears of it', async () => {
  const heard = ears()
  const { tell } = await commitOn(t.panel.db, [heard]).toldLater(by, async (tx, _before, include) => {
    await store(tx, 'outer')
    await guarded(tx, silentLog, 'first part', async () => {
      await include({ action: actionOf('first part'), change })
    })
    await guarded(tx, silentLog, 'second part', async () => {
      await store(tx, 'second part')
      await include({ action: actionOf('second part') })
      throw new Error('fails')
    })
    return { result: null }
  })
  expect([await isStored('outer'), await isStored('second part')]).toEqual([true, false])
  expect([(await audited('first part')).length, (await audited('second part')).length]).toEqual([1, 0])
  expect(heard.after).not.toHaveBeenCalled() // not before `tell`
  await tell()
  expect(heard.after).toHaveBeenCalledOnce()
})

it('what a room remembers is in place before anybody is told', async () => {
  const order: string[] = []
  const after = () => void order.push('told')
  await commitOn(t.panel.db, [{ name: 'ears', after }])(by, async () => ({
    result: null,
    change,
    committed: () => void order.push('remembered'),
  }))
  expect(order).toEqual(['remembered', 'told'])
})

it('a new name and its history are one transaction', async () => {
  const { db, history } = t.panel
  const me = await t.login()
  const { id } = await addInbound(me)
  await addClient(me, { email: 'early' }, [id])
  await db.write((tx) => history.record(tx, [{ kind: 'client', name: 'early', up: 3, down: 4 }], Date.now()))
  const names = async () => [
    (await db.read.selectFrom('clients').select('email').execute()).map((r) => r.email),
    (await db.read.selectFrom('history_names').select('name').where('kind', '=', 0).execute()).map(
      (r) => r.name,
    ),
  ]
  const rename = (listeners: readonly Listener[]) => {
    const commit = commitOn(db, listeners)
    const w = createWriting({ db, now: Date.now, commit, outboundTags: readOutboundTags })
    return createClients(w).update('early', { email: 'late' }, { userId: 1, actor: by })
  }
  const follows: Listener = { name: 'history', inTx: history.inTx }
  const dies: Listener = { name: 'dies', inTx: () => Promise.reject(new Error('killed')) }
  await expect(rename([follows, dies])).rejects.toThrow('killed')
  expect(await names()).toEqual([['early'], ['early']])
  await rename([follows])
  expect(await names()).toEqual([['late'], ['late']])
  expect((await history.read('client', 'late', {})).points).toMatchObject([{ up: 3, down: 4 }])
})
