import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FleetApplied, FleetKey, FleetReport, FleetSeen } from '#contract/fleet-api.ts'
import type { Envelope } from '#contract/wire.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'

// A panel as the node of another one of ours: apply, look and report, as its centre calls them.

let t: TestPanel
let authorization: string
beforeAll(async () => {
  t = await testPanel()
  const me = await t.login()
  const made = await me.post<{ token: string }>('/panel/setting/apiTokens/create', { name: 'centre' })
  authorization = `Bearer ${made.obj.token}`
})
afterAll(() => t.stop())

async function call<T>(method: 'GET' | 'POST', path: string, body?: object, zipped = false) {
  const text = JSON.stringify(body ?? {})
  const res = await t.inject({
    method,
    url: `/panel/api/${path}`,
    headers: {
      authorization,
      ...(body && { 'content-type': 'application/json' }),
      ...(zipped && { 'content-encoding': 'gzip' }),
    },
    ...(body && { payload: zipped ? gzipSync(text) : text }),
  })
  expect([path, res.statusCode]).toEqual([path, 200])
  return res.json<Envelope<T>>()
}
async function done<T>(method: 'GET' | 'POST', path: string, body?: object, zipped?: boolean): Promise<T> {
  const answer = await call<T>(method, path, body, zipped)
  expect([path, answer.success, answer.success || answer.msg]).toEqual([path, true, true])
  return answer.obj
}
const apply = (keys: FleetKey[], ours: string[] = []) =>
  done<FleetApplied>('POST', 'fleet/apply', { ours, keys }, true)
const report = (after = '', wait = 0) => done<FleetReport>('GET', `fleet/report?after=${after}&wait=${wait}`)
const cursor = ({ epoch, seq }: { epoch: string; seq: number }) => `${epoch}.${seq}`

const inboundKey = (port: number, over: object = {}, placed: object | null = null): FleetKey =>
  ({
    kind: 'inbound',
    placed,
    be: {
      tag: `inbound-${port}`,
      remark: 'of the centre',
      enable: true,
      listen: '',
      port,
      protocol: 'vless',
      settings: { decryption: 'none' },
      streamSettings: {},
      sniffing: {},
      disableFlow: false,
      ...over,
    },
  }) as FleetKey
const clientKey = (email: string, tags: string[], over: object = {}): FleetKey =>
  ({
    kind: 'client',
    names: [{ email, subId: `sub-${email}` }],
    be: {
      client: {
        email,
        subId: `sub-${email}`,
        uuid: `0b1b6d2e-6a52-4a0f-9a0e-${Buffer.from(email).toString('hex').padEnd(12, '0')}`,
        password: '',
        auth: '',
        flow: '',
        security: 'auto',
        reverse: null,
        limitIp: 0,
        totalGB: 0,
        expiryTime: 0,
        enable: true,
        tgId: 0,
        comment: '',
        reset: 0,
        group: '',
        limitHwid: 0,
        resetDay: 0,
        resetMax: 0,
        createdAt: 1,
        updatedAt: 1,
        shadowsocksKey: '',
        ...over,
      },
      on: tags.map((tag) => ({ tag, flowOverride: '' })),
    },
  }) as FleetKey
const gone = (email: string): FleetKey => ({
  kind: 'client',
  names: [{ email, subId: `sub-${email}` }],
  be: null,
})
const emails = async () => (await done<{ email: string }[]>('GET', 'clients/list')).map(({ email }) => email)

describe('a node of a centre of our own', () => {
  let port: number
  let tag: string
  let id = 0
  const placed = () => ({ tag, accepted: '', sent: '', goneAt: 0, remoteId: id })

  it('makes an inbound and its clients in one call, and a second call changes nothing', async () => {
    port = await freePort()
    tag = `inbound-${port}`
    const keys = [clientKey('ann', [tag]), clientKey('bob', [tag], { enable: false }), inboundKey(port)]
    const first = await apply(keys)
    expect(first.keys.map((key) => key.done)).toEqual([true, true, true])
    expect([first.before, Object.keys(first.after)]).toEqual([{}, [tag]])
    id = (first.keys[2] as { id: number }).id
    const again = await apply([...keys.slice(0, 2), inboundKey(port, {}, placed())], [tag])
    expect(again.keys.map((key) => key.done)).toEqual([true, true, true])
    expect(again.after).toEqual(first.after)
    expect(again.seq).toBe(first.seq)
    expect(await emails()).toEqual(['ann', 'bob'])
  })

  it('says no to one key and does the others', async () => {
    const { keys } = await apply(
      [
        inboundKey(port), // the centre does not know that it put it here: it may be the node's own
        clientKey('ann', [tag], { limitIp: 7 }),
        clientKey('cat', ['nowhere']),
        strangersOwn('bob'),
      ],
      [tag],
    )
    expect(keys.map((key) => (key.done ? 'done' : key.why.code))).toEqual([
      'fleet.inbound-foreign',
      'done',
      'fleet.inbound-not-there',
      'fleet.client-foreign',
    ])
    expect(await done('GET', 'clients/get/ann')).toMatchObject({ client: { limitIp: 7 } })
    expect(await emails()).toEqual(['ann', 'bob'])
  })

  /** The same name with another subscription id is somebody else. */
  const strangersOwn = (email: string): FleetKey => {
    const key = clientKey(email, [tag], { subId: 'another' })
    return key.kind === 'client' ? { ...key, names: [] } : key
  }

  it('shows what it holds by inbound, bucket and client', async () => {
    const { inbounds } = await done<FleetSeen>('POST', 'fleet/look', { inbounds: [tag, 'nowhere'] })
    expect(inbounds).toHaveLength(1)
    expect(inbounds[0]).toMatchObject({ tag, id, clients: 2, port })
    const filled = (inbounds[0]?.buckets ?? []).flatMap((text, n) => (text === '' ? [] : n))
    const { clients } = await done<FleetSeen>('POST', 'fleet/look', { buckets: [{ tag, of: filled }] })
    expect(clients.map(({ email }) => email).sort()).toEqual(['ann', 'bob'])
    expect(clients[0]?.on[tag]).toMatchObject({ email: clients[0]?.email, subId: `sub-${clients[0]?.email}` })
    const empty = Array.from({ length: 256 }, (_, n) => n).filter((n) => !filled.includes(n))
    expect((await done<FleetSeen>('POST', 'fleet/look', { buckets: [{ tag, of: empty }] })).clients).toEqual(
      [],
    )
  })

  it('reports sums, and afterwards only what changed', async () => {
    await done('POST', 'clients/updateTraffic/ann', { upload: 10, download: 20 })
    const whole = await report()
    expect(whole).toMatchObject({ whole: true, clients: [['ann', 10, 20, 0, 0]] })
    expect(Object.keys(whole.hashes ?? {})).toEqual([tag])
    const nothing = await report(cursor(whole))
    expect([nothing.whole, nothing.clients, nothing.hashes]).toEqual([undefined, undefined, undefined])
    expect(nothing.seq).toBe(whole.seq)
    const waiting = report(cursor(whole), 25)
    await done('POST', 'clients/updateTraffic/bob', { upload: 1, download: 2 })
    const news = await waiting
    expect(news.clients).toEqual([['bob', 1, 2, 0, 0]])
    expect(await report(cursor(nothing))).toMatchObject({ clients: [['bob', 1, 2, 0, 0]] }) // read twice
    expect((await report('another-epoch.9999')).clients).toHaveLength(2)
  })

  it('has another hash when somebody changes what is ours, and the old one when it is as before', async () => {
    const before = await report()
    await done('POST', 'clients/update/ann', { email: 'ann', comment: 'by the node' })
    const changed = await report(cursor(before))
    expect(changed.hashes?.[tag]).not.toBe(before.hashes?.[tag])
    await done('POST', 'clients/update/ann', { email: 'ann', comment: '' })
    expect((await report(cursor(changed))).hashes).toEqual(before.hashes)
    await done('POST', 'clients/ann/detach', { inboundIds: [id] })
    const { before: drifted, after } = await apply([clientKey('ann', [tag], { limitIp: 7 })], [tag])
    expect(drifted[tag]).not.toBe(before.hashes?.[tag])
    expect(after[tag]).toBe(before.hashes?.[tag])
  })

  it('has the default speeds of an inbound of its centre; one that sends none leaves them', async () => {
    const speeds = async () => {
      const { speedDown = 0, speedUp = 0 } = await done<{ speedDown?: number; speedUp?: number }>(
        'GET',
        `inbounds/get/${id}`,
      )
      return [speedDown, speedUp]
    }
    const send = async (over: object) => {
      const applied = await apply([inboundKey(port, over, placed())], [tag])
      expect(applied.keys).toMatchObject([{ done: true, id }])
      return applied
    }
    const fast = { speedDown: 16_000_000, speedUp: 4_000_000 }
    const first = await send(fast)
    expect(first.after).not.toEqual(first.before)
    expect(await speeds()).toEqual([16_000_000, 4_000_000])
    const { inbounds } = await done<FleetSeen>('POST', 'fleet/look', { inbounds: [tag] })
    expect(inbounds).toMatchObject([fast])
    const older = await send({})
    expect([await speeds(), older.after]).toEqual([[16_000_000, 4_000_000], first.after])
    const none = await send({ speedDown: 0, speedUp: 0 })
    expect([await speeds(), none.after]).toEqual([[0, 0], first.before])
  })

  it('counts a new panel process as another epoch, with the same sums and hashes', async () => {
    const before = await report()
    await t.reopen()
    const after = await report(cursor(before))
    expect(after.epoch).not.toBe(before.epoch)
    expect(after.whole).toBe(true)
    expect([after.clients?.sort(), after.hashes]).toEqual([before.clients?.sort(), before.hashes])
  })

  it('removes what the centre removes, with the last sums, and leaves strangers on it', async () => {
    const own = { client: { email: 'own', subId: 'own' }, inboundIds: [id] }
    await done('POST', 'clients/add', own)
    const stranger: FleetKey = { kind: 'stranger', email: 'own', on: [tag] }
    const { keys } = await apply(
      [gone('ann'), gone('nobody'), stranger, { kind: 'inbound', placed: placed(), be: null }],
      [tag],
    )
    expect(keys).toEqual([
      { done: true, up: 10, down: 20, gone: true },
      { done: true, up: 0, down: 0, gone: true },
      { done: true },
      { done: true },
    ])
    expect(await emails()).toEqual(['bob', 'own'])
    expect(await done<object[]>('GET', 'inbounds/list')).toEqual([])
  })

  it('adds many clients in one write, and says which it did not add', async () => {
    const own = `inbound-${await freePort()}`
    const added = await apply([inboundKey(Number(own.slice(8)))])
    expect(added.keys[0]).toMatchObject({ done: true })
    const keys = Array.from({ length: 30 }, (_, n) => clientKey(`m${n}`, [own]))
    const twin = clientKey('m30', [own], { uuid: '0b1b6d2e-6a52-4a0f-9a0e-6d3000000000' }) // the one of m0
    const audited = async () => (await done<{ total: number }>('GET', 'audit')).total
    const before = await audited()
    const { keys: answers } = await apply([...keys, twin], [own])
    expect(answers.filter((key) => key.done)).toHaveLength(30)
    expect(answers[30]).toMatchObject({ done: false, why: { code: 'client.credential-shared' } })
    expect((await audited()) - before).toBe(1)
    expect((await apply(keys, [own])).keys.every((key) => key.done)).toBe(true)
  })

  it('refuses what is no call of a centre, and a body that unfolds beyond the limit', async () => {
    const many = Array.from({ length: 1_001 }, () => gone('x'))
    expect((await call('POST', 'fleet/apply', { keys: many })).success).toBe(false)
    expect((await call('POST', 'fleet/apply', { keys: [{ kind: 'what' }] })).success).toBe(false)
    for (const payload of [gzipSync(Buffer.alloc(40 * 1024 * 1024, 32)), Buffer.from('no gzip')]) {
      const headers = { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' }
      const res = await t.inject({ method: 'POST', url: '/panel/api/fleet/apply', headers, payload })
      expect([200, 413]).toContain(res.statusCode)
      if (res.statusCode === 200) expect(res.json<Envelope>().success).toBe(false)
    }
    for (const path of ['report', 'apply', 'look'])
      expect((await t.inject({ method: 'GET', url: `/panel/api/fleet/${path}` })).statusCode).toBe(404)
  })
})
