import { afterAll, beforeAll, expect, it } from 'vitest'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let get: Subscriber

const stream = {
  network: 'hysteria',
  security: 'tls',
  hysteriaSettings: { version: 2 },
  tlsSettings: {
    serverName: 'a.example',
    alpn: ['h3'],
    certificates: [{ certificateFile: '/c.pem', keyFile: '/k.pem' }],
  },
  finalmask: { udp: [{ type: 'salamander', settings: { password: 'a word', packetSize: '300-900' } }] },
}

beforeAll(async () => {
  t = await servedPanel()
  const me = await t.login()
  get = subscriberOf(t.subPort)
  const cut = await addInbound(me, { remark: 'cut', protocol: 'hysteria', streamSettings: stream })
  const plain = await addInbound(me, { remark: 'plain' })
  await addClient(me, { email: 'ann', subId: 'ann-sub' }, [cut.id, plain.id])
  const formats = { subSingboxEnable: true, subClashEnable: true, subJsonEnable: true }
  expect(await me.post('/panel/setting/update', formats)).toMatchObject({ success: true })
})
afterAll(() => t.stop())

const asked = async (path: string, app: string) => (await get(path, { 'user-agent': app })).body

it.each([
  ['/clash/ann-sub', 'clash.meta/v1.19.30', 'clash.meta/v1.19.24', 'obfs-min-packet-size: 300'],
  ['/clash/ann-sub', 'mihomo/1.19.26', 'clash-verge/v2.4.2', 'obfs: "gecko"'],
  [
    '/singbox/ann-sub',
    'SFA/1.14.1 (sing-box 1.14.1)',
    'SFA/1.13.0 (sing-box 1.13.0)',
    '"max_packet_size": 900',
  ],
])('%s for %s has Gecko, which %s would refuse with the whole file', async (path, young, old, text) => {
  expect(await asked(path, young)).toContain(text)
  const without = await asked(path, old)
  expect(without).not.toMatch(/gecko"|salamander/)
  expect(without).toContain('plain')
})

it("the person's page says which apps it needs", async () => {
  const page = (await get('/sub/ann-sub', { accept: 'text/html' })).body
  expect(page.match(/Needs a recent app, with mihomo 1\.19\.26/g)).toHaveLength(1)
})

it('JSON and links have it for every app', async () => {
  const json = await asked('/json/ann-sub', 'Happ/3.0')
  expect(json.replace(/\s/g, '')).toContain('"packetSize":"300-900"')
  const [link] = linksIn((await get('/sub/ann-sub')).body).filter((one) => one.startsWith('hysteria2'))
  expect(link).toContain('obfs=gecko&obfs-password=a%20word')
})
