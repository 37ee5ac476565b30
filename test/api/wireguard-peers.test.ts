import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block, InboundOption } from '#contract/inbound.ts'
import { newPeerKeys } from '#domain/wireguard/keys.ts'
import { addClient, addInbound, allClients, allInbounds, inbounds, recordOf } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// Peers of a WireGuard inbound's settings become clients (ADR 145).

const secretKey = 'SK+8+RhcFaVhoBoxK4AY24ZudXs2Ib2fptjT98lQBmQ='
const pairOf = (n: number) => newPeerKeys({ bytes: (length) => new Uint8Array(length).fill(n) })
const [phone, laptop, router] = [pairOf(8), pairOf(16), pairOf(24)]
const shared = 'Eo7HmOMcSeTJGMfaaLFrVyGt1qGXwmUqKAxQJqQBGHk='

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const tunnel = (peers: Block[], address = ['10.30.0.1/24']) =>
  addInbound(me, { protocol: 'wireguard', settings: { secretKey, address, peers }, streamSettings: {} })
const adopt = (id: number, peers: { publicKey: string; email: string }[]) =>
  me.post(`${inbounds}/${id}/peers`, { peers })
const settingsOf = async (id: number) => (await allInbounds(me)).find((one) => one.id === id)?.settings
const peersIn = async (tag: string): Promise<Block[]> => {
  const { obj } = await me.get<{ inbounds: { tag: string; settings: { peers?: Block[] } }[] }>(
    '/panel/api/server/getConfigJson',
  )
  return obj.inbounds.find((one) => one.tag === tag)?.settings.peers ?? []
}

describe('peers of an inbound', () => {
  it('become clients with their keys and addresses; the others stay', async () => {
    const { id, tag } = await tunnel([
      { ...phone, preSharedKey: shared, allowedIPs: ['10.30.0.7/32'], keepAlive: 25 },
      { publicKey: laptop.publicKey, allowedIPs: ['10.30.0.9/32'] },
      { publicKey: router.publicKey, allowedIPs: ['192.168.7.0/24'] },
    ])
    await addClient(me, { email: 'first' }, [id])
    const named = [
      { publicKey: phone.publicKey, email: 'phone' },
      { publicKey: laptop.publicKey, email: 'laptop' },
    ]
    expect(await adopt(id, named)).toMatchObject({ success: true })
    expect(await recordOf(me, 'phone')).toMatchObject({
      ...{ ...phone, preSharedKey: shared, allowedIPs: '10.30.0.7/32', keepAlive: 25, enable: true },
    })
    expect(await recordOf(me, 'laptop')).toMatchObject({
      privateKey: '',
      publicKey: laptop.publicKey,
      allowedIPs: '10.30.0.9/32',
    })
    expect(await settingsOf(id)).toMatchObject({
      peers: [{ publicKey: router.publicKey }],
      clients: [{ email: 'first' }, { email: 'phone' }, { email: 'laptop' }],
    })
    expect((await peersIn(tag)).map(({ email, allowedIPs }) => [email, allowedIPs])).toEqual([
      [undefined, ['192.168.7.0/24']],
      ['first', ['10.30.0.2/32']],
      ['phone', ['10.30.0.7/32']],
      ['laptop', ['10.30.0.9/32']],
    ])
  })

  it('get an address of the pool if they had every one', async () => {
    const { id } = await tunnel([{ ...phone, allowedIPs: ['0.0.0.0/0'] }], ['10.31.0.1/24'])
    expect(await adopt(id, [{ publicKey: phone.publicKey, email: 'wide' }])).toMatchObject({ success: true })
    expect((await recordOf(me, 'wide'))?.allowedIPs).toBe('10.31.0.2/32')
  })

  it('stay what they are if one of them cannot become a client', async () => {
    const peers = [
      { ...phone, allowedIPs: ['10.32.0.7/32'] },
      { ...laptop, allowedIPs: ['10.32.0.8/32'] },
    ]
    const { id } = await tunnel(peers, ['10.32.0.1/24'])
    const before = await allClients(me)
    const fine = { publicKey: phone.publicKey, email: 'fine' }
    for (const [bad, said] of [
      [{ publicKey: router.publicKey, email: 'x' }, 'no peer with the public key'],
      [{ publicKey: laptop.publicKey, email: 'phone' }, 'phone'],
      [{ publicKey: laptop.publicKey, email: 'fine' }, 'fine'],
      [{ publicKey: laptop.publicKey, email: '' }, 'email'],
      [{ publicKey: phone.publicKey, email: 'twice' }, 'fine'],
    ] as const)
      expect([bad, await adopt(id, [fine, bad])]).toMatchObject([
        bad,
        { success: false, msg: expect.stringContaining(said) },
      ])
    const web = await addInbound(me)
    expect(await adopt(web.id, [fine])).toMatchObject({
      success: false,
      msg: expect.stringContaining('Only a WireGuard inbound'),
    })
    expect(await adopt(404_404, [fine])).toMatchObject({ success: false })
    expect(await settingsOf(id)).toMatchObject({ peers, clients: [] })
    expect(await allClients(me)).toEqual(before)
  })

  it('leave the addresses of others alone', async () => {
    const { id } = await tunnel([{ ...phone, allowedIPs: ['10.33.0.7/32'] }], ['10.33.0.1/24'])
    const taken = await me.post('/panel/api/clients/add', {
      client: { email: 'same', allowedIPs: '10.33.0.7' },
      inboundIds: [id],
    })
    expect(taken).toMatchObject({ success: false, msg: expect.stringContaining('already has') })
  })
})

it('a picker knows the pool of an inbound', async () => {
  const { id } = await tunnel([], ['10.34.0.9/20', 'fd34::9/64'])
  const { obj } = await me.get<InboundOption[]>(`${inbounds}/options`)
  expect(obj.find((one) => one.id === id)?.pool).toEqual(['10.34.0.0/20', 'fd34::/64'])
  expect(obj.filter(({ protocol }) => protocol !== 'wireguard').every(({ pool }) => pool === undefined)).toBe(
    true,
  )
})
