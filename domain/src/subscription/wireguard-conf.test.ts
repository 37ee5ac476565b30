import { describe, expect, it } from 'vitest'
import { type Advertised, noExtras } from '#domain/links/advertised.ts'
import { confFiles, wireguardConf } from './wireguard-conf.ts'

const key = (letter: string) => `${letter.repeat(42)}A=`

const entry = (more: Partial<Advertised> = {}, access: object = {}): Advertised => ({
  ...{ inboundId: 1, email: 'ann', remark: 'Berlin-ann', host: 'vpn.example', port: 51_820 },
  access: {
    protocol: 'wireguard',
    privateKey: key('a'),
    publicKey: key('b'),
    preSharedKey: '',
    addresses: ['10.0.0.2/32', 'fd00::2/128'],
    dns: ['1.1.1.1', '1.0.0.1'],
    mtu: 1420,
    keepAlive: 0,
    ...access,
  },
  transport: {} as Advertised['transport'], // a tunnel has none
  security: { kind: 'none' },
  masks: {},
  extras: noExtras,
  ...more,
})

describe("the WireGuard app's file", () => {
  it('says who the client is, and where the server is', () => {
    expect(wireguardConf(entry())).toBe(
      `# Berlin-ann
[Interface]
PrivateKey = ${key('a')}
Address = 10.0.0.2/32, fd00::2/128
DNS = 1.1.1.1, 1.0.0.1
MTU = 1420

[Peer]
PublicKey = ${key('b')}
AllowedIPs = 0.0.0.0/0, ::/0
Endpoint = vpn.example:51820
`,
    )
  })

  it('has a shared key, a keepalive and brackets around IPv6 where there are any', () => {
    const text = wireguardConf(entry({ host: '2001:db8::1' }, { preSharedKey: key('c'), keepAlive: 25 }))
    for (const line of [
      `PresharedKey = ${key('c')}`,
      'PersistentKeepalive = 25',
      'Endpoint = [2001:db8::1]:51820',
    ])
      expect(text.split('\n')).toContain(line)
  })

  it('keeps a name and a resolver on their own line', () => {
    const text = wireguardConf(
      entry({ remark: 'a\n[Peer]\nEndpoint = evil:1' }, { dns: ['1.1.1.1\nPostUp = reboot'] }),
    )
    expect(text.split('\n').filter((line) => /^(\[Peer\]|Endpoint|PostUp)/.test(line))).toEqual([
      '[Peer]',
      'Endpoint = vpn.example:51820',
    ])
  })

  it('is not made for what the app cannot dial', () => {
    expect(wireguardConf(entry({ masks: { udp: [{ type: 'salamander' }] } }))).toBe('')
    expect(wireguardConf(entry({ access: { protocol: 'trojan', password: 'x' } }))).toBe('')
  })
})

describe('its name', () => {
  const named = (...remarks: string[]) =>
    confFiles(remarks.map((remark) => entry({ remark }))).map((made) => made?.file)

  it('is one that every app takes as the name of a tunnel, and no two are the same', () => {
    const odd = [
      'Москва',
      'Frankfurt am Main 1',
      'Frankfurt am Main 2',
      'frankfurt-am-ma',
      'é🇩🇪 x',
      '---',
      '',
    ]
    const files = named(...odd)
    expect(files).toEqual([
      'wg.conf',
      'Frankfurt-am-Ma.conf',
      'Frankfurt-am-2.conf',
      'frankfurt-am-3.conf',
      'e-x.conf',
      'wg-2.conf',
      'wg-3.conf',
    ])
    for (const file of files) expect(file).toMatch(/^[A-Za-z0-9_-]{1,15}\.conf$/)
  })

  it('leaves a gap for an entry without a file', () => {
    const [none, one] = confFiles([entry({ masks: { udp: [{ type: 'x' }] } }), entry()])
    expect([none, one?.file]).toEqual([undefined, 'Berlin-ann.conf'])
  })
})
