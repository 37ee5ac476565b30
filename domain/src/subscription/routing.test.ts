import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaults } from '../settings/stored.ts'
import { validate } from '../settings/validate.ts'
import { createRouting } from './routing.ts'

const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
const happ = { Name: 'RU direct', GlobalProxy: 'true', DirectSites: ['geosite:private'] }
const xray = { name: 'x', rules: [{ type: 'field', domain: ['geosite:category-ru'], outboundTag: 'direct' }] }
const of = (given: Partial<typeof defaults>, agent: string) =>
  createRouting({ ...defaults, ...given })?.(agent)

describe('routing rules', () => {
  const both = {
    subRoutingRules: JSON.stringify(happ),
    subV2raytunRules: JSON.stringify(xray, null, 2),
  }

  test('each app gets those that it reads', () => {
    expect(of(both, 'Happ/3.1/android/5')).toEqual(['Routing', `happ://routing/onadd/${coded(happ)}`])
    for (const agent of ['v2raytun/android', 'V2RayTun/2.4 CFNetwork/3'])
      expect(of(both, agent)).toEqual(['Routing', coded(xray)])
    expect(of({ subRoutingRules: 'happ://routing/off' }, '')).toEqual(['Routing', 'happ://routing/off'])
    expect(of({ subRoutingRules: 'happ://routing/off' }, 'v2raytun/android')).toEqual([])
  })

  test('INCY gets rules of its own where they are switched on, and those of Happ otherwise', () => {
    const own = { ...both, subIncyRoutingRules: JSON.stringify({ ...happ, Name: 'own' }) }
    const agent = 'INCY/1.2/ios'
    const happs = ['Routing', `happ://routing/onadd/${coded(happ)}`]
    expect(of(own, agent)).toEqual(happs)
    expect(of({ ...own, subIncyEnableRouting: true }, agent)).toEqual([
      'Routing',
      coded({ ...happ, Name: 'own' }),
    ])
    expect(of({ ...own, subIncyEnableRouting: true }, 'Happ/3.1')).toEqual(happs)
    expect(of({ ...both, subIncyEnableRouting: true }, agent)).toEqual(happs)
    const link = { subIncyEnableRouting: true, subIncyRoutingRules: 'incy://routing/off' }
    expect(of(link, agent)).toEqual(['Routing', 'incy://routing/off'])
  })

  test('without any there is nothing to choose', () => expect(createRouting(defaults)).toBeUndefined())

  test('rules that proxies would refuse are refused on save', () => {
    const long = JSON.stringify({ Name: 'x'.repeat(3_100) })
    for (const key of ['subRoutingRules', 'subV2raytunRules'] as const) {
      const next = { ...defaults, [key]: long }
      expect(() => validate(next, [key])).toThrow(
        expect.objectContaining({ code: 'setting.routing-too-long' }),
      )
      expect(() => validate(next, ['subTitle'])).not.toThrow()
    }
  })

  test('whatever is stored stays inside its header', () => {
    const any = fc.oneof(fc.string({ unit: 'binary' }), fc.json())
    fc.assert(
      fc.property(any, any, fc.string({ unit: 'binary' }), (subRoutingRules, subV2raytunRules, agent) => {
        for (const text of of({ subRoutingRules, subV2raytunRules }, agent) ?? [])
          expect(text).toMatch(/^[\x20-\x7e]*$/)
      }),
    )
  })
})
