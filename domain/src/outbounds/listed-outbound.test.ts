import { expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { listedOutbound } from './listed-outbound.ts'
import { parseShareLink } from './share-link.ts'

const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const trojan = (address: string, more: Block = {}): Block => ({
  tag: 'a',
  protocol: 'trojan',
  settings: { servers: [{ address, port: 443, password: 'p' }] },
  ...more,
})

it.each([
  'trojan://p@t.example:443?type=ws&path=/x#a',
  `vless://${id}@[2a01::1]:443?type=xhttp&security=tls&extra=%7B%22xmux%22%3A%7B%22maxConcurrency%22%3A1%7D%7D#b`,
  'hy2://p@h.example:443,1000-2000?obfs=salamander&obfs-password=x#c',
])('what a link of today gives stays as it is: %s', (link) => {
  const parsed = parseShareLink(link)
  expect(parsed).toMatchObject({ ok: true })
  if (parsed.ok) expect(listedOutbound(parsed.outbound)).toEqual(parsed.outbound)
})

it('what an earlier version let through is taken away', () => {
  const tlsSettings = { serverName: 's', masterKeyLog: '/tmp/keys' }
  const streamSettings = { network: 'tcp', security: 'tls', tlsSettings, sockopt: { dialerProxy: 'direct' } }
  expect(listedOutbound(trojan('t.example', { streamSettings, proxySettings: { tag: 'direct' } }))).toEqual(
    trojan('t.example', {
      streamSettings: { network: 'tcp', security: 'tls', tlsSettings: { serverName: 's' } },
    }),
  )
})

it.each([
  trojan('127.0.0.1'),
  trojan('10.1.2.3'),
  trojan('::1'),
  trojan('169.254.169.254'),
  trojan('64:ff9b::7f00:1'),
  trojan(''),
  { tag: 'a', protocol: 'freedom', settings: {} },
  { tag: 'a', protocol: 'socks', settings: { address: 'a.example', port: 1 } },
  trojan('t.example', {
    streamSettings: {
      network: 'kcp',
      finalmask: { udp: [{ type: 'noise', settings: { noise: [{ rand: -1 }] } }] },
    },
  }),
])('no outbound of a list: %j', (outbound) => {
  expect(listedOutbound(outbound)).toBeUndefined()
})
