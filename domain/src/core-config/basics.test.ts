import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { testHidden } from '#test/fixtures/inbound-cells.ts'
import { basics, directTag } from './basics.ts'
import { isBlocked, setBlocked } from './blocked-targets.ts'
import { buildConfig } from './build.ts'
import { defaultTemplate } from './default-template.ts'
import { plan } from './plan.ts'

const build = (template: Block) =>
  buildConfig({
    template,
    inbounds: [],
    fallbacks: [],
    apiListen: '/api.sock',
    hidden: testHidden,
  })
const { log: _log, ...unlogged } = defaultTemplate()
const own: Block = {
  ...unlogged,
  note: { of: 'mine' },
  policy: { levels: { 0: { connIdle: 90, mine: 1 }, 5: { handshake: 2 } }, system: { mine: true } },
  LOG: { loglevel: 'Info', mine: 1 },
}

/** A non-default value for every field. */
const edits: [name: string, applied: string, edit: (t: Block) => Block][] = [
  ['logLevel', basics.logLevel.applied, (t) => basics.logLevel.write(t, 'debug')],
  ['direct', basics.direct.applied, (t) => basics.direct.write(t, 'UseIPv4')],
  ['routing', basics.routing.applied, (t) => basics.routing.write(t, 'IPOnDemand')],
  ['handshake', basics.handshake.applied, (t) => basics.handshake.write(t, 9)],
  ['connIdle', basics.connIdle.applied, (t) => basics.connIdle.write(t, 60)],
  ['uplinkOnly', basics.uplinkOnly.applied, (t) => basics.uplinkOnly.write(t, 9)],
  ['downlinkOnly', basics.downlinkOnly.applied, (t) => basics.downlinkOnly.write(t, 9)],
  ['bufferSize', basics.bufferSize.applied, (t) => basics.bufferSize.write(t, 64)],
  ['private', 'live', (t) => setBlocked(t, 'private', false)],
  ['bittorrent', 'live', (t) => setBlocked(t, 'bittorrent', false)],
]

describe('when a change counts', () => {
  test.each(edits)('%s: %s, as the plan has it', (_, applied, edit) => {
    const { restart, operations } = plan(build(defaultTemplate()), build(edit(defaultTemplate())))
    expect(restart.length === 0 ? 'live' : 'restart').toBe(applied)
    expect(operations.length > 0).toBe(applied === 'live')
  })
})

describe('every field', () => {
  test('is read as it was written, and nothing else changes', () => {
    const level = basics.logLevel.write(own, 'error')
    expect(basics.logLevel.read(own)).toBe('info')
    expect(level).toEqual({ ...own, LOG: { loglevel: 'error', mine: 1 } })
    const idle = basics.connIdle.write(own, undefined)
    expect(basics.connIdle.read(idle)).toBeUndefined()
    expect(idle.policy).toEqual({ levels: { 0: { mine: 1 }, 5: { handshake: 2 } }, system: { mine: true } })
    expect(basics.connIdle.write(idle, 90)).toEqual(own)
  })
  test('round trips over any template', () => {
    const rest = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })) as fc.Arbitrary<Block> // JSON objects
    fc.assert(
      fc.property(
        rest,
        fc.constantFrom(...basics.logLevel.choices),
        fc.boolean(),
        fc.nat(900),
        (t, l, on, n) => {
          const next = basics.connIdle.write(basics.accessLog.write(basics.logLevel.write(t, l), on), n)
          expect([
            basics.logLevel.read(next),
            basics.accessLog.read(next),
            basics.connIdle.read(next),
          ]).toEqual([l, on, n])
          const others = (b: Block) => Object.entries(b).filter(([k]) => !/^(log|policy)$/i.test(k))
          expect(others(next)).toEqual(others(t))
        },
      ),
    )
  })
  test('of a template without a direct outbound says so', () => {
    const none: Block = { outbounds: [{ tag: 'x', protocol: 'vless' }] }
    expect(directTag(none)).toBeUndefined()
    expect(basics.direct.write(none, 'UseIP')).toBe(none)
  })
})

describe('what is kept from proxy users', () => {
  test('off and on again is the template of a fresh panel', () => {
    for (const what of ['bittorrent', 'private'] as const) {
      const off = setBlocked(defaultTemplate(), what, false)
      expect([isBlocked(defaultTemplate(), what), isBlocked(off, what)]).toEqual([true, false])
      expect(JSON.stringify(off)).not.toContain(what === 'private' ? '192.168' : 'bittorrent')
      const on = build(setBlocked(off, what, true))
      const fresh = build(defaultTemplate())
      expect(on.outbounds).toEqual(fresh.outbounds)
      expect(new Set(on.routing.rules.map((r) => JSON.stringify(r)))).toEqual(
        new Set(fresh.routing.rules.map((r) => JSON.stringify(r))),
      )
    }
  })
  test('private ones are allowed in so many words: the core of today would still refuse them', () => {
    const off = setBlocked(defaultTemplate(), 'private', false)
    expect((off.outbounds as Block[])[0]).toMatchObject({ settings: { finalRules: [{ action: 'allow' }] } }) // template defined above
  })
  test('a rule that looks at more is somebody else’s', () => {
    const mine = { ip: ['geoip:private'], user: ['ann'], outboundTag: 'blocked' }
    const template = { ...defaultTemplate(), routing: { rules: [mine] } }
    expect(isBlocked(template, 'private')).toBe(false)
    const on = setBlocked(template, 'private', true)
    expect((on.routing as { rules: Block[] }).rules.at(-1)).toBe(mine) // template defined above
    expect(setBlocked(on, 'private', false).routing).toEqual(template.routing)
  })
  test('a blackhole is made where there is none', () => {
    const on = setBlocked({ outbounds: [{ tag: 'blocked', protocol: 'vless' }] }, 'bittorrent', true)
    expect(on).toEqual({
      outbounds: [
        { tag: 'blocked', protocol: 'vless' },
        { tag: 'blocked-2', protocol: 'blackhole', settings: {} },
      ],
      routing: { rules: [{ type: 'field', protocol: ['bittorrent'], outboundTag: 'blocked-2' }] },
    })
  })
})
