import { expect, test } from 'vitest'
import type { Block, Inbound } from '#contract/inbound.ts'
import { certificateProblems, lostFallbacks } from './dead-ends.ts'
import type { FallbackDraft } from './form-values.ts'

const master = (security: string): Block => ({
  protocol: 'vless',
  settings: {},
  streamSettings: { network: 'tcp', security },
})
const child = (id: number, streamSettings: Block) =>
  ({ id, protocol: 'vless', listen: '127.0.0.1', port: 1000 + id, settings: {}, streamSettings }) as Inbound // what the check reads
const all = [
  child(2, { network: 'ws', wsSettings: { path: '/ws' } }),
  child(3, { network: 'grpc', grpcSettings: { serviceName: 'svc' } }),
  child(4, { network: 'tcp' }),
]
const row = (childId: number, key = childId): FallbackDraft => ({
  ...{ key, childId, sortOrder: 0 },
  ...{ name: '', alpn: '', path: '', xver: 0, dest: '' },
})
const found = (security: string, ...ids: number[]) =>
  lostFallbacks(
    master(security),
    ids.map((id, i) => row(id, i)),
    all,
  ).map(({ field, coded }) => [field, typeof coded === 'object' && coded.code])

test('the form names a row whose inbound nobody can reach', () => {
  expect(found('reality', 0, 3)).toEqual([])
  expect(found('reality', 3, 2)).toEqual([['fallbacks[1].childId', 'fallback.reality-undialable']])
  expect(found('reality', 4, 3)).toEqual([['fallbacks[1].childId', 'fallback.reality-shared']])
  expect(found('tls', 4, 3, 2)).toEqual([])
})

test('TLS without a certificate is a problem of a new inbound, and of one that had one', () => {
  const form = (certificates: Block[]): Block => ({
    ...master('tls'),
    streamSettings: { network: 'tcp', security: 'tls', tlsSettings: { certificates } },
  })
  const blank = form([{ certificateFile: '', keyFile: '' }])
  const whole = form([{ certificateFile: '/c.pem', keyFile: '/k.pem' }])
  const fields = (now: Block, before?: Block) =>
    certificateProblems(now, before as Inbound | undefined).map(({ field }) => field) // its stream is read
  const at = 'streamSettings.tlsSettings.certificates[0].certificateFile'
  expect(fields(blank)).toEqual([at])
  expect(fields(form([]))).toEqual([at])
  expect(fields(form([{ certificateFile: '/c.pem', keyFile: '' }]), whole)).toEqual([at])
  expect(fields(whole)).toEqual([])
  expect(fields(blank, blank)).toEqual([])
  expect(fields(master('reality'))).toEqual([])
})
