import { expect, it } from 'vitest'
import { suspectsOf } from './suspects.ts'

const noisy = (protocol: string) => ({
  tag: `${protocol}-noisy`,
  protocol,
  streamSettings: { finalmask: { udp: [{ type: 'noise' }] } },
})
const plain = (protocol: string) => ({ tag: protocol, protocol, streamSettings: {} })
const all = [noisy('vless'), noisy('trojan'), plain('vless'), plain('wireguard')]
const root = 'github.com/xtls/xray-core'
const trace = (...frames: string[]) => [
  'something that was said before',
  'panic: runtime error: makeslice: len out of range',
  '',
  'goroutine 77 [running]:',
  ...frames.map((frame) => `${root}/${frame}(0xc000)`),
  '',
  'goroutine 78 [select]:',
  `${root}/proxy/wireguard.(*Handler).Process(0xc000)`,
]
const tags = (lines: readonly string[]) => suspectsOf(lines, all).map((o) => o.tag)

it('those that use what broke down, and no others', () => {
  const mask = 'transport/internet/finalmask/noise.(*noiseConnClient).WriteTo'
  expect(tags(trace(mask))).toEqual(['vless-noisy', 'trojan-noisy'])
  expect(tags(trace(mask, 'proxy/vless/outbound.(*Handler).Process'))).toEqual(['vless-noisy'])
  expect(tags(trace('proxy/vless/outbound.(*Handler).Process'))).toEqual(['vless-noisy', 'vless'])
})

it('nobody where the words fit no outbound', () => {
  expect(tags(trace('proxy/vless/inbound.(*Handler).Process'))).toEqual([])
  expect(tags(['proxy/wireguard.(*Handler).Process'])).toEqual([])
  expect(tags([])).toEqual([])
})
