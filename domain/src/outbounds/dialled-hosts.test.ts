import { expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { inEnglish } from '#domain/refusal.ts'
import { dialledAt, dialledHosts } from './dialled-hosts.ts'
import { parseShareLink } from './share-link.ts'

const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const outboundOf = (link: string): Block => {
  const parsed = parseShareLink(link)
  if (!parsed.ok) throw new Error(inEnglish(parsed.why))
  return parsed.outbound
}
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const download = {
  ...{ address: '127.0.0.1', port: 6379, network: 'xhttp', security: 'tls' },
  tlsSettings: { echConfigList: 'x.example+udp://10.0.0.53:53' },
}
const links: [string, string[]][] = [
  [`vless://${id}@a.example:443`, ['a.example']],
  ['trojan://p@[2001:db8::1]:443', ['2001:db8::1']],
  ['hy2://p@h.example:443,1000-2000', ['h.example']],
  [
    `vless://${id}@a.example:1?security=tls&ech=${encodeURIComponent('https://[::1]/dns-query')}`,
    ['a.example', '::1'],
  ],
  [
    `vless://${id}@a.example:443?type=xhttp&extra=${json({ downloadSettings: download })}`,
    ['a.example', '127.0.0.1', '10.0.0.53'],
  ],
]

it.each(links)('%s reaches for all of these', (link, hosts) => {
  expect(dialledHosts(outboundOf(link))).toEqual(hosts)
})

it.each(links)('%s can be sent elsewhere in all that it does', (link) => {
  const moved = dialledAt(outboundOf(link), { host: '192.0.2.1', port: 7 })
  expect(dialledHosts(moved)).toEqual(['192.0.2.1'])
  expect(JSON.stringify({ ...moved, tag: '' })).not.toMatch(/udpHop|a\.example|6379/)
})

it('an odd way to ask for ECH is refused', () => {
  const link = `vless://${id}@a.example:1?security=tls&ech=${encodeURIComponent('file:///etc/passwd')}`
  expect(() => dialledHosts(outboundOf(link))).toThrow(/ECH/)
})
