import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import type { TlsProbed } from '../platform/egress/probe.ts'
import { NotPublic } from '../platform/egress/resolve.ts'
import { createRealityLook, realityOf } from './reality.ts'
import type { StoredInbound } from './stored.ts'

const certificateOf = (...names: string[]) => new X509Certificate(selfSigned(names, []).cert)
const shown: TlsProbed = {
  address: '203.0.113.9',
  version: 'TLSv1.3',
  alpn: 'h2',
  group: 'X25519',
  distrust: 'self signed',
  latencyMs: 5,
  certificate: certificateOf('a.example', '*.b.example'),
}
const silent = () => new Refusal('egress.not-reached', { host: 'a.example', seconds: 5 })

let ids = 0
/** Only what the look reads of an inbound. */
const inbound = (realitySettings: Block, security = 'reality') =>
  ({
    id: ++ids,
    name: 'in',
    streamSettings: { network: 'tcp', security, realitySettings },
  }) as unknown as StoredInbound

function stage(answer: (host: string, sni: string) => Promise<TlsProbed>) {
  const asked: string[] = []
  let now = 1_800_000_000_000
  const tls = (host: string, port: number, sni = '') => {
    asked.push(`${host}:${port} ${sni}`)
    return answer(host, sni)
  }
  const look = createRealityLook({ tls }, () => now)
  return { asked, look, pass: (ms: number) => (now += ms) }
}

it('reads targets as the core does', () => {
  const at = (target: unknown, of = 'target') => realityOf([inbound({ [of]: target })])[0]?.at
  expect(at('a.example:8443')).toEqual({ host: 'a.example', port: 8443 })
  expect(at('[2001:db8::1]:443', 'dest')).toEqual({ host: '2001:db8::1', port: 443 })
  for (const here of [8443, '8443', '/run/site.sock', '@site']) expect(at(here)).toBeUndefined()
  expect(realityOf([inbound({ target: 'a.example:1' }, 'tls'), inbound({})])).toEqual([])
})

it('asks each site once, also for several inbounds, and with a name of its own only where the certificate lacks it', async () => {
  const s = stage(async (_, sni) => {
    if (sni === 'd.example') return { ...shown, certificate: certificateOf('d.example') }
    if (sni === 'e.example') throw silent()
    return shown
  })
  const target = 'a.example:443'
  const some = inbound({ target, serverNames: ['a.example', 'x.b.example', 'd.example'] })
  const more = inbound({ target, serverNames: ['a.example', 'c.example', 'e.example', ''] })
  const facts = await s.look([some, more], 5_000)
  expect(facts.map(({ found }) => found)).toMatchObject([
    { tls13: true, h2: true, x25519: true, missing: [] },
    { missing: ['c.example', 'e.example'] },
  ])
  expect(s.asked).toEqual(['a', 'd', 'c', 'e'].map((name) => `a.example:443 ${name}.example`))
  await s.look([some, more], 5_000)
  expect(s.asked).toHaveLength(4)
  s.pass(61_000)
  await s.look([some], 5_000)
  expect(s.asked).toHaveLength(6)
})

it('says what a site lacks, why it is silent, and which ones are not asked', async () => {
  const place = { host: 'own.example', address: '10.0.0.1', kind: coded('address.private') }
  const s = stage(async (host) => {
    if (host === 'own.example') throw new NotPublic('egress.not-public-name', place)
    if (host === 'gone.example') throw silent()
    return { ...shown, version: 'TLSv1.2', alpn: '', group: 'P-256' }
  })
  const targets = ['old.example:443', 'gone.example:443', 'own.example:443', '443']
  const facts = await s.look(
    targets.map((target) => inbound({ target, serverNames: [] })),
    5_000,
  )
  expect(facts.map(({ found }) => found)).toMatchObject([
    { tls13: false, h2: false, x25519: false, missing: [] },
    { error: { code: 'egress.not-reached' } },
    'local',
    'local',
  ])
})

it('does not wait for a slow site; a later look has its answer. No more than thirty are asked at once', async () => {
  const { promise, resolve } = Promise.withResolvers<TlsProbed>()
  const s = stage(() => promise)
  const one = inbound({ target: 'a.example:443', serverNames: ['a.example'] })
  expect(await s.look([one], 0)).toMatchObject([{ found: 'unasked' }])
  resolve(shown)
  expect(await s.look([one], 5_000)).toMatchObject([{ found: { missing: [] } }])
  expect(s.asked).toHaveLength(1)
  const many = Array.from({ length: 40 }, (_, n) => inbound({ target: `${n}.example:443`, serverNames: [] }))
  const first = await s.look(many, 5_000)
  expect(first.filter(({ found }) => found === 'unasked')).toHaveLength(10)
  expect((await s.look(many, 5_000)).filter(({ found }) => found === 'unasked')).toEqual([])
})
