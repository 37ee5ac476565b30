import { expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { buildConfig } from '#domain/core-config/build.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { coded } from '#domain/refusal.ts'
import type { ConfigTestResult } from '../binary/config-test.ts'
import { nobody } from './affected.ts'
import type { Outcome, Tries } from './inbound-trial.ts'
import { createPreflight } from './preflight.ts'

const inbound = (id: number, remark: string): SectionSource => ({
  ...{ id, remark, tag: `in-${id}`, protocol: 'vless', listen: '', port: 1_000 + id, enable: true },
  ...{ nodeId: null, settings: {}, streamSettings: {}, sniffing: {} },
})
const inbounds = new Map([inbound(1, 'Main'), inbound(2, 'Spare')].map((one) => [one.id, one]))
const config = buildConfig({
  template: { ...defaultTemplate(), inbounds: [{ tag: 'door', protocol: 'http', port: 9 }] },
  inbounds: [...inbounds.values()].map((one) => ({ inbound: one, clients: [] })),
  ...{ fallbacks: [], apiListen: '', logFolder: '/' },
  hidden: (_, length) => new Uint8Array(length),
})

/** What a version refuses in a configuration, which outbounds and which inbounds fail in it. */
interface Version {
  refuses?: RegExp
  saying?: string
  outbounds?: string[]
  inbounds?: number[]
  /** Inbounds that mihomo does not get through. */
  mihomo?: number[]
  api?: string
  /** Its API does not come up in time; `hangs`: it reads no configuration either. */
  slow?: boolean
  hangs?: boolean
}

function run(versions: { now?: Version; next?: Version }, count = 2) {
  const of = (path: string): Version => (path === 'now' ? versions.now : versions.next) ?? {}
  const outcomes = (failing: number[] = []) =>
    new Map<number, Outcome>(
      [...inbounds.keys()].map((id) => [
        id,
        failing.includes(id)
          ? { state: 'fails', stage: 'connects', reason: coded('preflight.no-answer') }
          : { state: 'ok', stage: 'connects' },
      ]),
    )
  const hit = { clients: count, emails: ['ann', 'bob'].slice(0, count) }
  const core = {
    desired: {
      now: async () => ({ config, inbounds }),
      section: async (id: number) => ({ tag: `in-${id}` }),
    },
    configText: async () => JSON.stringify(config),
    tryOutbounds: async (path: string, all: readonly Block[]) => {
      const fails = ({ tag }: { tag?: unknown }) => of(path).outbounds?.includes(String(tag)) ?? false
      const refused = all
        .filter(fails)
        .map((outbound) => ({ outbound, why: coded('core.said', { reason: 'no' }) }))
      return { kept: all.filter((one) => !fails(one)), refused }
    },
  }
  const preflight = createPreflight({
    core,
    trials: {
      config: async (path, text): Promise<ConfigTestResult> => {
        const { hangs, refuses, saying = 'no' } = of(path)
        if (hangs) return { ok: false, refused: false, words: coded('core.check-too-slow', { seconds: 15 }) }
        return refuses?.test(text) ? { ok: false, refused: true, words: saying } : { ok: true }
      },
      api: async (path) => {
        const { api, slow } = of(path)
        return api || slow
          ? { reason: coded('core.said', { reason: api ?? 'too slow' }), isSlow: slow ?? false }
          : undefined
      },
      inbounds: async (path): Promise<Tries> => ({
        own: outcomes(of(path).inbounds),
        apps: new Map([['mihomo', outcomes(of(path).mihomo)]]),
      }),
      template: async (path, sections) =>
        new Map(
          sections.map(({ tag }): [string, Outcome] => [
            tag,
            of(path).outbounds?.includes(tag)
              ? { state: 'fails', stage: 'opens', reason: coded('core.said', { reason: 'no' }) }
              : { state: 'ok', stage: 'opens' },
          ]),
        ),
    },
    breaks: { find: async () => [] },
    affected: {
      onInbounds: async () => hit,
      everybody: async () => hit,
      withApps: async () => ({ ...hit, apps: [] }),
      apps: async () => [],
    },
  })
  return preflight.run({
    current: { path: 'now', version: '26.5.1' },
    next: { path: 'next', version: '26.6.1' },
  })
}

it('has nothing against a version in which everything works', async () => {
  const found = await run({})
  expect(found).toMatchObject({ ok: true, blocks: [], notes: [], from: '26.5.1', version: '26.6.1' })
  expect(found.parts.map(({ kind, name, state }) => `${kind} ${name} ${state}`)).toEqual([
    'configuration  ok',
    'inbound Main ok',
    'inbound Spare ok',
    'inbound door ok',
    'outbound direct ok',
    'outbound blocked ok',
  ])
})

it('names the inbound that is refused, with its clients, and hides what it quotes', async () => {
  const found = await run({ next: { refuses: /in-2/, saying: 'invalid "privateKey": abcDEF123 at once' } })
  expect(found.blocks).toEqual([
    'Inbound Spare would fail in Xray 26.6.1: invalid "privateKey": *** at once. Clients that would lose it: 2 (ann, bob).',
  ])
  expect(JSON.stringify(found)).not.toContain('abcDEF123')
})

it('blames the configuration when no part alone is refused', async () => {
  const found = await run({ next: { refuses: /"routing"/, saying: 'legacy reverse' } })
  expect(found.parts[0]).toMatchObject({ kind: 'configuration', state: 'fails', clients: 2 })
  expect(found.blocks).toEqual([
    'Xray 26.6.1 refuses the configuration: legacy reverse. Clients that would lose their connection: 2.',
  ])
})

it('a version that cannot serve its API is no core for this panel', async () => {
  expect((await run({ next: { api: 'missing port' } })).blocks[0]).toContain('missing port')
})

it('what fails today too stops nobody', async () => {
  const broken = { refuses: /in-2/, inbounds: [1], outbounds: ['direct'], mihomo: [1], api: 'no' }
  const found = await run({ now: broken, next: broken })
  expect(found).toMatchObject({ ok: true, blocks: [], notes: [] })
  expect(found.parts.filter(({ state }) => state === 'fails-now')).toHaveLength(3)
})

it('names outbounds, inbounds of the template, and inbounds that nobody uses', async () => {
  const found = await run({ next: { outbounds: ['direct', 'door'], inbounds: [1] } }, nobody.clients)
  expect(found.blocks).toEqual([
    'Inbound Main would fail in Xray 26.6.1: A client connects and gets no answer through it.',
    'Inbound door would fail in Xray 26.6.1: no.',
    'Outbound direct would fail in Xray 26.6.1: no.',
  ])
})

it('says which other core no longer gets through, and refuses only if a client uses it', async () => {
  const used = await run({ next: { mihomo: [2] } })
  expect(used.blocks).toEqual([expect.stringMatching(/^Apps with a mihomo core can use Spare today/)])
  const unused = await run({ next: { mihomo: [2] } }, 0)
  expect(unused).toMatchObject({ ok: true, notes: [expect.stringContaining('mihomo')] })
})

it.each([{ hangs: true }, { slow: true }])(
  'a version that hangs is no core for this panel: %o',
  async (hanging) => {
    const found = await run({ next: hanging })
    expect(found.parts).toMatchObject([{ kind: 'configuration', stage: 'opens', state: 'fails', clients: 2 }])
    expect(found.blocks).toEqual([
      expect.stringMatching(
        /^Xray 26\.6\.1 cannot be used: .*Clients that would lose their connection: 2\.$/,
      ),
    ])
  },
)

it('a machine on which nothing is ready in time stops nobody', async () => {
  const slow = { hangs: true, slow: true }
  const found = await run({ now: slow, next: slow })
  expect(found).toMatchObject({ ok: true, blocks: [] })
})
