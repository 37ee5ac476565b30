import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FallbackRow } from '#contract/fallback.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { type Far, ourPanel, threeXui } from '#test/far-node.ts'
import { createNodeNet, type Host } from '#test/fixtures/node-net.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

/** Reads; and between panels of our own "be exactly this", which changes nothing where it is so. */
const harmless = /\/(?:onlines|fleet\/look|fleet\/apply)$/
const plain = { network: 'tcp', security: 'none' }
const tls = { network: 'tcp', security: 'tls', tlsSettings: {} }

describe.each([
  ['a 3x-ui', threeXui],
  ['a panel of our own', ourPanel],
])('fallback rows of %s', (_, make) => {
  let t: TestPanel
  let me: Visitor
  let far: Far
  let node: number
  const writes: string[] = []

  beforeAll(async () => {
    far = await make()
    const watched: Host = (path, options) => {
      if (options.method === 'POST' && !harmless.test(path)) writes.push(path)
      return far.host(path, options)
    }
    t = await testPanel({}, { egress: createNodeNet({ 'far.example.com': watched }).egress })
    me = await t.login()
    const body = { name: 'far', address: 'far.example.com', port: 443, apiToken: far.token }
    node = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
  })
  afterAll(async () => {
    await t.stop()
    await far.stop()
  })

  const settled = async () => void (await Promise.all(await t.panel.fleet.workers.wakeAll()))
  async function own(tag: string, streamSettings: object): Promise<Inbound> {
    const port = String(await freePort())
    const blocks = {
      settings: JSON.stringify({ clients: [], decryption: 'none' }),
      streamSettings: JSON.stringify(streamSettings),
      sniffing: '{}',
    }
    await far.post('inbounds/add', { tag, remark: tag, protocol: 'vless', port, enable: 'true', ...blocks })
    return (await far.list()).find((row) => row.tag === tag) as Inbound // just added
  }

  it('come along with the inbound, and count no more on the node once they change at the centre', async () => {
    const front = await own('front', tls)
    const [behind, stays] = [await own('behind', plain), await own('stays', plain)]
    const row = { name: '', alpn: '', xver: 0, dest: '' }
    const rows = [
      { ...row, childId: behind.id, path: '/a', sortOrder: 1 },
      { ...row, childId: stays.id, path: '/b', sortOrder: 2 },
      { ...row, childId: 0, path: '', dest: '8080', sortOrder: 3 },
    ]
    const path = `inbounds/${front.id}/fallbacks`
    expect((await far.post(path, { fallbacks: rows })).success).toBe(true)
    const [before, calls] = [await far.list(), writes.length]
    await me.post(`/panel/api/nodes/adopt/${node}`, { tags: ['front', 'behind'] })
    t.advance(3_700_000) // a whole compare
    for (let n = 0; n < 2; n++) await settled()
    expect(writes.slice(calls)).toEqual([])
    expect((await far.list()).map(({ settings }) => settings)).toEqual(before.map(({ settings }) => settings))
    expect(await far.fallbacks(front.id)).toHaveLength(3)

    const made = new Map(
      (await me.get<Inbound[]>('/panel/api/inbounds/list')).obj.map(({ tag, id }) => [tag, id]),
    )
    const ours = `/panel/api/inbounds/${made.get('front')}/fallbacks`
    const here = (await me.get<FallbackRow[]>(ours)).obj
    expect(here).toMatchObject([
      { childId: made.get('behind'), path: '/a', dest: '' },
      { childId: 0, path: '/b', dest: `127.0.0.1:${stays.port}` }, // it was not chosen
      { childId: 0, path: '', dest: '8080' },
    ])
    expect((await me.post(ours, { fallbacks: here.slice(0, 1) })).success).toBe(true)
    await settled()
    const after = (await far.list()).find(({ tag }) => tag === 'front')
    expect(after?.settings).toMatchObject({ fallbacks: [{ dest: `127.0.0.1:${behind.port}`, path: '/a' }] })
    expect(await far.fallbacks(front.id)).toEqual([])
  })
})
