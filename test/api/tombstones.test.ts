import { afterEach, expect, it } from 'vitest'
import { tombstonePrune } from '#server/clients/prune.job.ts'
import { commitOn } from '#test/commit.ts'
import { addInbound, clients } from '#test/inbounds.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'

let t: TestPanel
afterEach(() => t.stop())

it('a deleted name is remembered for 30 days, then forgotten', async () => {
  t = await testPanel()
  const me = await t.login()
  const { id } = await addInbound(me)
  for (const email of ['gone', 'kept'])
    await me.post(`${clients}/add`, { client: { email }, inboundIds: [id] })
  await me.post(`${clients}/del/gone`)
  const { db } = t.panel
  const buried = async () =>
    (await db.read.selectFrom('client_tombstones').select('email_key').execute()).map((r) => r.email_key)
  const inDays = (days: number) => tombstonePrune(db, commitOn(db), () => Date.now() + days * 86_400_000)
  await inDays(29).run(new AbortController().signal)
  expect(await buried()).toEqual(['gone'])
  await inDays(31).run(new AbortController().signal)
  expect(await buried()).toEqual([])
})
