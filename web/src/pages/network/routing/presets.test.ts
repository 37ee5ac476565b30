import { describe, expect, it } from 'vitest'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { outboundsOf, rulesOf } from '../draft/template.ts'
import { additionOf, listsOf, presets, withAddition } from './presets.ts'

const preset = (id: string) => presets.find((one) => one.id === id)!
const bare = { outbounds: [{ tag: 'warp', protocol: 'wireguard' }], routing: { rules: [{ port: 1 }] } }

describe('a preset for routing', () => {
  it('sends streaming and AI where the operator chose', () => {
    const { rules, outbound } = additionOf(bare, preset('ai'), { target: 'outbound warp' })
    expect(outbound).toBeUndefined()
    expect(rules).toEqual([
      { type: 'field', domain: expect.arrayContaining(['geosite:openai']), outboundTag: 'warp' },
    ])
    const [balanced] = additionOf(bare, preset('streaming'), { target: 'balancer lb' }).rules
    expect(balanced).toMatchObject({ balancerTag: 'lb' })
  })
  it('brings the outbound that it needs, and uses one that is there', () => {
    const added = additionOf(bare, preset('ads'), {})
    expect(added.outbound).toEqual({ tag: 'blocked', protocol: 'blackhole', settings: {} })
    const next = withAddition(bare, added)
    expect(outboundsOf(next).map(({ tag }) => tag)).toEqual(['warp', 'blocked'])
    expect(rulesOf(next)).toMatchObject([{ outboundTag: 'blocked' }, { port: 1 }])
    expect(additionOf(defaultTemplate(), preset('ads'), {}).outbound).toBeUndefined()
  })
  it('is added once', () => {
    const next = withAddition(bare, additionOf(bare, preset('iran'), {}))
    expect(rulesOf(next)).toHaveLength(3)
    expect(additionOf(next, preset('iran'), {})).toEqual({ rules: [], outbound: undefined })
  })
  it('leaves out lists that no geo file has, and never matches everything instead', () => {
    const [rule] = additionOf(bare, preset('ai'), { target: 'outbound warp', missing: ['geosite:xai'] }).rules
    expect(rule?.domain).not.toContain('geosite:xai')
    const none = additionOf(bare, preset('ads'), { missing: listsOf(preset('ads')) })
    expect(none).toEqual({ rules: [], outbound: undefined })
  })
})
