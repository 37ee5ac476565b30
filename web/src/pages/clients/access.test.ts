import { expect, it } from 'vitest'
import { linkName, subscriptionsOf } from './access.ts'

it.each([
  ['vless://id@host:443?type=tcp#Frankfurt%20%F0%9F%87%A9%F0%9F%87%AA', 'Frankfurt 🇩🇪'],
  ['trojan://pw@host:443', 'trojan'],
  ['trojan://pw@host:443#100%', '100%'],
  [`vmess://${btoa('{"ps":"Helsinki"}')}`, 'Helsinki'],
  ['vmess://broken', 'vmess'],
])('names %s', (link, name) => {
  expect(linkName(link)).toBe(name)
})

it('lists the URLs of the enabled subscription formats', () => {
  const settings = {
    subEnable: true,
    subURI: 'https://sub.example/s/',
    subJsonEnable: true,
    subJsonURI: 'https://sub.example/json',
    subClashEnable: false,
    subClashURI: 'https://sub.example/clash/',
    subSingboxEnable: true,
    subSingboxURI: '',
    subLocalOnly: ['subJsonURI' as const],
  }
  expect(subscriptionsOf('a b', settings)).toEqual([
    { format: 'Base64', url: 'https://sub.example/s/a%20b', isLocal: false },
    { format: 'JSON', url: 'https://sub.example/json/a%20b', isLocal: true },
  ])
  expect(subscriptionsOf('', settings)).toEqual([])
  expect(subscriptionsOf('x', { ...settings, subEnable: false })).toEqual([])
})
