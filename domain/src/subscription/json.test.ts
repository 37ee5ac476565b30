import { describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { advertise } from '#domain/links/advertise.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { asBlocks } from '#domain/untyped.ts'
import { cellClient, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { placed, setup } from '#test/fixtures/link-setups.ts'
import { rawSubscription } from '../links/link.ts'
import { type JsonSettings, jsonConfigs, jsonSubscription } from './json.ts'

const plain: JsonSettings = {
  subJsonFragment: '',
  subJsonNoises: '',
  subJsonMux: '',
  subJsonRules: '',
  subJsonFinalMask: '',
  subJsonAlwaysArray: false,
}
function entryOf(cell: Cell): Advertised {
  const source = cellInbound(cell)
  const [entry] = advertise(setup(placed(source), cellClient(source))).entries
  return entry!
}
const ws = entryOf({ protocol: 'vless', network: 'ws', security: 'tls' })
const vision = entryOf({ protocol: 'vless', network: 'tcp', security: 'tls' })
const reality = entryOf({ protocol: 'vless', network: 'tcp', security: 'reality' })
/** The proxy comes first. */
const proxyOf = (config: Block | undefined) => asBlocks(config?.outbounds)[0]!

describe('the JSON subscription', () => {
  it('is one configuration, a list of several, an empty list', async () => {
    await expect(`${jsonSubscription([ws], plain)}\n`).toMatchFileSnapshot('golden/json.golden.json')
    expect(JSON.parse(jsonSubscription([ws, vision], plain))).toHaveLength(2)
    expect(JSON.parse(jsonSubscription([ws], { ...plain, subJsonAlwaysArray: true }))).toHaveLength(1)
    expect(jsonSubscription([], plain)).toBe('[]')
  })

  it('dials through fragments and noises where they are asked for', () => {
    const settings = {
      ...plain,
      subJsonFragment: '{"packets":"tlshello","length":"100-200","interval":"10-20"}',
      subJsonNoises: '[{"type":"rand","packet":"10-20","delay":"10-16"}]',
    }
    const [config] = jsonConfigs([ws], settings)
    expect(proxyOf(config)).toMatchObject({
      streamSettings: { sockopt: { dialerProxy: 'direct_out', tcpKeepAliveIdle: 100 } },
    })
    expect(asBlocks(config?.outbounds).at(-1)).toMatchObject({
      tag: 'direct_out',
      settings: { fragment: { packets: 'tlshello' }, noises: [{ type: 'rand' }] },
    })
    expect(JSON.stringify(jsonConfigs([ws], plain))).not.toContain('direct_out')
  })

  it('has mux where it goes, and an address of its own mux', () => {
    const settings = { ...plain, subJsonMux: '{"enabled":true,"concurrency":8}' }
    const own = { ...ws, extras: { ...ws.extras, mux: { enabled: false } } }
    const [first, second, third] = jsonConfigs([ws, vision, own], settings)
    expect(proxyOf(first)).toMatchObject({ mux: { concurrency: 8 } })
    expect(proxyOf(second)).not.toHaveProperty('mux')
    expect(proxyOf(third)).toMatchObject({ mux: { enabled: false } })
  })

  it("puts the operator's rules before its own, and masks around the inbound's", () => {
    const settings = {
      ...plain,
      subJsonRules: '[{"type":"field","domain":["a.example"],"outboundTag":"direct"}]',
      subJsonFinalMask: '{"tcp":[{"type":"fragment"}],"udp":[{"type":"noise"}]}',
    }
    const masked = { ...ws, masks: { tcp: [{ type: 'sudoku' }] } }
    const [config, bare] = jsonConfigs([masked, reality], settings)
    expect(config?.routing).toMatchObject({ rules: [{ outboundTag: 'direct' }, { outboundTag: 'proxy' }] })
    expect(proxyOf(config)).toMatchObject({
      streamSettings: { finalmask: { tcp: [{ type: 'fragment' }, { type: 'sudoku' }] } },
    })
    // A TCP mask with Reality crashes the core.
    expect(proxyOf(bare)).toMatchObject({ streamSettings: { finalmask: { udp: [{ type: 'noise' }] } } })
    expect(JSON.stringify(proxyOf(bare))).not.toContain('fragment')
  })

  it('settings that nobody can read add nothing, and an address may stay out', () => {
    const settings = {
      ...plain,
      subJsonRules: '{',
      subJsonMux: '[]',
      subJsonNoises: '7',
      subJsonFinalMask: 'x',
    }
    expect(jsonConfigs([ws], settings)).toEqual(jsonConfigs([ws], plain))
    expect(jsonConfigs([{ ...ws, extras: { ...ws.extras, excludeFrom: ['json'] } }], plain)).toEqual([])
  })
})

it('the raw subscription is its links, in Base64 or not, and nothing for none', () => {
  const links = ['vless://a@b:1#é', 'ss://x@y:2']
  expect(rawSubscription(links, false)).toBe('vless://a@b:1#é\nss://x@y:2\n')
  expect(Buffer.from(rawSubscription(links, true), 'base64').toString()).toBe(rawSubscription(links, false))
  expect(rawSubscription([], true)).toBe('')
})
