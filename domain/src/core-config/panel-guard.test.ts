import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { insideRanges } from '#domain/net/inside-ranges.ts'
import { asBlock } from '#domain/untyped.ts'
import { buildConfig } from './build.ts'
import { defaultTemplate } from './default-template.ts'
import { guardOutbound, withPanelGuard } from './panel-guard.ts'

const doors = { addresses: ['198.51.100.7', '2a01:db8::7'], ports: [2096, 2053] }
const guard = {
  ip: ['0.0.0.0/8', '127.0.0.0/8', '::/127', '198.51.100.7', '2a01:db8::7'],
  port: '2053,2096',
}

const built = (template: Block) =>
  buildConfig({
    template: withPanelGuard(template, doors),
    inbounds: [],
    fallbacks: [],
    apiListen: '/run/api.sock',
    hidden: () => new Uint8Array(32),
  })
const finalRulesOf = (outbound: Block | undefined) => asBlock(outbound?.settings).finalRules

/** As stored by earlier versions. */
const earlier = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/127', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
]
const storedEarlier = (): Block =>
  JSON.parse(
    JSON.stringify(defaultTemplate()).replaceAll(JSON.stringify(insideRanges), JSON.stringify(earlier)),
  )

describe('the guard of the panel', () => {
  test('stands before every rule and every final rule of the default template', () => {
    const { routing, outbounds } = built(defaultTemplate())
    expect(routing.rules[0]).toMatchObject({ ...guard, outboundTag: guardOutbound.tag })
    expect(finalRulesOf(outbounds[0])).toEqual([
      { action: 'block', ...guard },
      { action: 'block', ip: insideRanges },
      { action: 'allow' },
    ])
    expect(outbounds.map((o) => o.tag)).toEqual(['direct', 'blocked', guardOutbound.tag])
  })

  test("an operator's own template has it too, however its keys are spelled", () => {
    const { routing, outbounds } = built({
      Outbounds: [
        { tag: 'out', Protocol: 'Direct', SETTINGS: { FinalRules: [{ action: 'allow' }] } },
        { tag: 'plain', protocol: 'freedom' },
        { tag: 'far', protocol: 'socks', settings: { servers: [] } },
      ],
      Routing: { Rules: [{ ip: ['127.0.0.1'], outboundTag: 'out' }] },
    })
    expect(routing.rules.map((r) => r.outboundTag)).toEqual([guardOutbound.tag, 'out'])
    expect(finalRulesOf(outbounds[0])).toEqual([{ action: 'block', ...guard }, { action: 'allow' }])
    expect(finalRulesOf(outbounds[1])).toEqual([{ action: 'block', ...guard }])
    expect(outbounds[2]).toEqual({ tag: 'far', protocol: 'socks', settings: { servers: [] } })
  })

  test('what is not an address or a port of this machine is left out', () => {
    const odd = withPanelGuard(defaultTemplate(), {
      addresses: ['host.example', 'fe80::1%eth0'],
      ports: [0, 443],
    })
    const rules = (odd.routing as Block).rules as Block[]
    expect(rules[0]).toMatchObject({
      ip: ['0.0.0.0/8', '127.0.0.0/8', '::/127', 'fe80::1'],
      port: '443',
    })
  })
})

describe('a template that was stored by an earlier version', () => {
  test('blocks what is private today', () => {
    expect(storedEarlier()).not.toEqual(defaultTemplate())
    const { routing, outbounds } = built(storedEarlier())
    expect(routing.rules).toContainEqual(
      expect.objectContaining({ ip: insideRanges, outboundTag: 'blocked' }),
    )
    expect(finalRulesOf(outbounds[0])).toContainEqual({ action: 'block', ip: insideRanges })
    for (const range of ['168.63.129.16/32', '64:ff9b::/96', 'fec0::/10', '2002::/16'])
      expect(insideRanges).toContain(range)
  })

  test("an operator's own entries stay, and what is allowed is not blocked", () => {
    const list = [...earlier, '203.0.114.0/24']
    const { routing } = built({
      ...defaultTemplate(),
      routing: {
        rules: [
          { ip: list, outboundTag: 'blocked' },
          { ip: list, outboundTag: 'direct' },
        ],
      },
    })
    expect(routing.rules[1]).toMatchObject({ ip: [...insideRanges, '203.0.114.0/24'] })
    expect(routing.rules[2]).toMatchObject({ ip: list })
  })
})
