import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKeys } from '#test/fixtures/keys.ts'
import { addClient, addInbound, clients, inboundBody, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

describe('children of a Reality master', () => {
  const realitySettings = {
    ...{ target: 'x.test:443', serverNames: ['x.test'], shortIds: [''] },
    ...{ privateKey: testKeys.reality.privateKey, settings: { publicKey: testKeys.reality.publicKey } },
  }
  const reality = { network: 'tcp', security: 'reality', realitySettings }
  const certificates = [{ certificateFile: '/c.pem', keyFile: '/k.pem' }]
  const tls = { network: 'tcp', security: 'tls', tlsSettings: { certificates } }
  const grpc = { network: 'grpc', security: 'none', grpcSettings: { serviceName: 'svc' } }
  const web = { network: 'ws', security: 'none', wsSettings: { path: '/ws' } }
  const local = { listen: '127.0.0.1' }
  const put = (master: ListedInbound, ...children: ListedInbound[]) =>
    me.post(`${inbounds}/${master.id}/fallbacks`, { fallbacks: children.map(({ id }) => ({ childId: id })) })

  it('that apps cannot dial are refused as rows, and as an edit of master or child', async () => {
    const [master, other] = [
      await addInbound(me, { streamSettings: reality }),
      await addInbound(me, { streamSettings: tls }),
    ]
    const [ws, h2] = [
      await addInbound(me, { ...local, streamSettings: web }),
      await addInbound(me, { ...local, streamSettings: grpc }),
    ]
    const said = expect.stringContaining('cannot connect to ws behind Reality')
    expect(await put(master, h2, ws)).toMatchObject({
      success: false,
      msg: said,
      field: 'fallbacks[1].childId',
    })
    expect(await put(master, h2)).toMatchObject({ success: true })
    expect(await put(other, ws)).toMatchObject({ success: true })
    const update = (id: number, streamSettings: object) =>
      me.post(`${inbounds}/update/${id}`, { streamSettings })
    expect(await update(h2.id, web)).toMatchObject({ success: false, msg: said })
    expect(await update(other.id, reality)).toMatchObject({ success: false, msg: said })
  })

  it('if stored already, are not advertised, and the master can still be edited', async () => {
    const master = await addInbound(me, { streamSettings: reality })
    const ws = await addInbound(me, { ...local, streamSettings: web })
    await t.panel.db.write(async (tx) => {
      const row = { name: '', alpn: '', path: '', xver: 0, dest: '', sort_order: 0 }
      const ids = { master_id: master.id, child_id: ws.id }
      await tx
        .insertInto('inbound_fallbacks')
        .values({ ...row, ...ids })
        .execute()
    })
    const email = `reality-${master.id}`
    await addClient(me, { email, subId: `sub-${email}` }, [ws.id])
    expect((await me.get<string[]>(`${clients}/links/${email}`)).obj).toEqual([])
    const changed = { ...reality, realitySettings: { ...realitySettings, shortIds: ['ab'] } }
    expect(
      await me.post(`${inbounds}/update/${master.id}`, { remark: 'new', streamSettings: changed }),
    ).toMatchObject({ success: true })
  })
})

describe('TLS without a certificate', () => {
  const stream = (certificates?: object[]) => ({
    network: 'tcp',
    security: 'tls',
    tlsSettings: { serverName: 'x.test', ...(certificates && { certificates }) },
  })
  const blank = stream([{ certificateFile: '', keyFile: '', usage: 'encipherment' }])
  const whole = stream([{ certificateFile: '/c.pem', keyFile: '/k.pem' }])
  const said = expect.stringContaining('needs a certificate and its key')
  const field = 'streamSettings.tlsSettings.certificates[0].certificateFile'
  const refused = { success: false, msg: said, field }
  const update = (id: number, body: object) => me.post(`${inbounds}/update/${id}`, body)

  it('is refused, alone, among several, and as an edit', async () => {
    for (const streamSettings of [blank, stream([])]) {
      const body = inboundBody({ streamSettings })
      expect(await me.post(`${inbounds}/add`, body)).toMatchObject(refused)
      expect(await me.post(`${inbounds}/addMany`, { inbounds: [body] })).toMatchObject(refused)
      const { id } = await addInbound(me, { streamSettings: whole })
      expect(await update(id, { streamSettings })).toMatchObject(refused)
      expect(await update(id, { remark: 'kept' })).toMatchObject({
        success: true,
        msg: expect.not.stringMatching(/certificate/),
      })
    }
  })

  it('of a caller that does not mention certificates is added, and the reply says so', async () => {
    const body = inboundBody({ streamSettings: stream(), remark: 'bare' })
    const made = await me.post<ListedInbound>(`${inbounds}/add`, body)
    expect(made).toMatchObject({ success: true, msg: said })
  })

  it('that came with an import can be edited', async () => {
    const data = JSON.stringify(inboundBody({ streamSettings: blank }))
    const made = await me.post<ListedInbound>(`${inbounds}/import`, { data })
    expect(made).toMatchObject({ success: true, msg: said })
    const edited = await update(made.obj.id, { remark: 'new', streamSettings: blank })
    expect(edited).toMatchObject({ success: true, msg: said })
  })
})

it('a cipher for a single user is accepted, and the reply says that no client can be attached', async () => {
  const add = (method: string) =>
    me.post(`${inbounds}/add`, inboundBody({ protocol: 'shadowsocks', settings: { method } }))
  const said = expect.stringContaining('no client can be attached')
  expect(await add('2022-blake3-chacha20-poly1305')).toMatchObject({ success: true, msg: said })
  for (const method of ['2022-blake3-aes-128-gcm', '2022-blake3-aes-256-gcm', 'chacha20-ietf-poly1305'])
    expect(await add(method)).toMatchObject({ success: true, msg: expect.not.stringContaining('client can') })
})

it('a Reality inbound of the API lets apps with mihomo and sing-box in, unless it says which version is the oldest', async () => {
  const add = async (minClientVer?: string | null) => {
    const { privateKey, publicKey } = testKeys.reality
    const keys = { privateKey, shortIds: [''], settings: { publicKey } }
    const realitySettings = { target: 'x.test:443', serverNames: ['x.test'], ...keys, minClientVer }
    const made = await addInbound(me, {
      streamSettings: { network: 'tcp', security: 'reality', realitySettings },
    })
    return (made.streamSettings.realitySettings as { minClientVer?: string }).minClientVer // made above
  }
  expect([await add(), await add(null), await add(''), await add('26.3.27')]).toEqual([
    ...['1.0.0', '1.0.0', '', '26.3.27'],
  ])
})
