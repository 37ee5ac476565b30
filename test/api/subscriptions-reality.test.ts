import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addClient, addInbound } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let me: Visitor
let get: Subscriber

const key = 'A'.repeat(43)
const reality = (fingerprint: string) => ({
  network: 'tcp',
  security: 'reality',
  realitySettings: {
    target: 'example.com:443',
    serverNames: ['example.com'],
    privateKey: key,
    shortIds: ['ab'],
    settings: { publicKey: key, fingerprint },
  },
})

beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  const here = await addInbound(me, { remark: 'here', streamSettings: reality('ios') })
  const away = await addInbound(me, { remark: 'away', streamSettings: reality('firefox') })
  const plain = await addInbound(me, { remark: 'plain' })
  await addClient(me, { email: 'ann', subId: 'ann-sub' }, [here.id, away.id, plain.id])
  await t.panel.db.write(async (tx) => {
    const node = { name: 'n1', address: 'n1.example', port: 443, api_token: 'x', xray_version: '26.10.10' }
    const { id } = await tx
      .insertInto('nodes')
      .values({ ...node, created_at: 1, updated_at: 1 } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('inbounds').set({ node_id: id }).where('id', '=', away.id).execute()
  })
  t.panel.subscriptions.forget()
  const set = await me.post('/panel/setting/update', { subSingboxEnable: true })
  expect(set).toMatchObject({ success: true })
})
afterAll(() => t.stop())

/** The tags of what a sing-box app can dial. */
const dialled = async () =>
  (
    JSON.parse((await get('/singbox/ann-sub')).body) as { outbounds: { tag: string; server?: string }[] }
  ).outbounds.flatMap(({ tag, server }) => (server ? [tag.split('-')[0]] : []))

it('a sing-box file has Reality where the core that serves it lets sing-box in, here or on a node', async () => {
  expect(await dialled()).toEqual(['here', 'plain'])
  const now = vi.spyOn(t.panel.core.provider, 'version').mockReturnValue('26.10.10')
  expect(await dialled()).toEqual(['plain'])
  const page = (await get('/sub/ann-sub', { accept: 'text/html' })).body
  expect(page.match(/Not for apps with a sing-box core/g)).toHaveLength(2)
  now.mockReturnValue('26.7.28')
  expect(await dialled()).toEqual(['here', 'plain'])
  now.mockRestore()
})

it('a node that changes its core changes what is served', async () => {
  await t.panel.db.write((tx) => tx.updateTable('nodes').set({ xray_version: '26.7.28' }).execute())
  t.panel.subscriptions.onChange({ kind: 'node-availability-changed' })
  expect(await dialled()).toEqual(['here', 'away', 'plain'])
})

it('links name a fingerprint that every core lets in', async () => {
  const prints = linksIn((await get('/sub/ann-sub')).body)
    .filter((link) => link.includes('security=reality'))
    .map((link) => new URL(link).searchParams.get('fp'))
  expect(prints).toEqual(['chrome', 'firefox'])
})
