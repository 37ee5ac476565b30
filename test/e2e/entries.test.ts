import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { Block } from '#contract/inbound.ts'
import { checkEmail, checkSource } from '#domain/core-config/check-user.ts'
import { judgeEntries } from '#domain/health/entries.ts'
import { blockAt } from '#domain/inbounds/stream.ts'
import { dialTcp } from '#server/platform/egress/dial.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { freePorts } from '#test/free-port.ts'
import type { ListedInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { until } from '#test/until.ts'
import { templateTo } from './core/core-panel.ts'
import { createOrigin, type Origin } from './core/origin.ts'

const job = { kind: 'job', name: 'test', address: '' } as const
const page = 'http://page.example/trace'
const inbounds = '/panel/api/inbounds'

const cells = [
  { protocol: 'vless', network: 'tcp', security: 'reality' },
  { protocol: 'trojan', network: 'tcp', security: 'tls' },
  { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  { protocol: 'vless', network: 'tcp', security: 'none' },
  { protocol: 'vmess', network: 'ws', security: 'none' },
  { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
] as const

/** The test authority is not among the system's: clients get the certificate's fingerprint with the link. */
const pinned = (stream: Block, sha256: string): Block =>
  stream.security === 'tls'
    ? {
        ...stream,
        tlsSettings: {
          ...blockAt(stream, 'tlsSettings'),
          settings: {
            ...blockAt(blockAt(stream, 'tlsSettings'), 'settings'),
            pinnedPeerCertSha256: [sha256],
          },
        },
      }
    : stream

describe.skipIf(!coreBinary)('the entries of this server, checked as a client', () => {
  let t: TestPanel
  let me: Visitor
  let origin: Origin
  const isCut = false
  const made: ListedInbound[] = []
  const trace = createServer((_, reply) => reply.end('fl=1\nip=203.0.113.7\nts=1\n')).listen(0, '127.0.0.1')
  const tracePort = () => (trace.address() as AddressInfo).port // it listens on TCP

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary ?? '')
    origin = await createOrigin()
    const egress = createEgress({
      lookup: async () => ['203.0.114.1'],
      dial: (to) => {
        if (isCut) throw Object.assign(new Error('cut'), { code: 'ENETUNREACH' })
        return dialTcp({ ...to, addresses: ['127.0.0.1'], port: tracePort() })
      },
    })
    t = await testPanel({}, { egress })
    me = await t.login()
    await t.panel.settings.set(
      {
        xrayOutboundTestUrl: page,
        xrayTemplateConfig: JSON.stringify({ ...templateTo(tracePort()), log: { access: 'access.log' } }),
      },
      job,
    )
    const ports = await freePorts(cells.length)
    for (const [i, cell] of cells.entries()) {
      const target = origin.realityTarget
      const { id: _, tag: __, ...input } = cellInbound(cell, { port: ports[i] ?? 0, target })
      const body = {
        ...input,
        listen: '127.0.0.1',
        remark: `entry ${i}`,
        streamSettings: pinned(input.streamSettings, testKeys.certificateSha256),
      }
      const answer = await me.post<ListedInbound>(`${inbounds}/add`, body)
      if (!answer.success) throw new Error(answer.msg)
      made.push(answer.obj)
    }
    t.panel.core.start()
    await until('the core runs', () => t.panel.core.api() !== undefined)
  })
  afterAll(async () => {
    await t?.stop()
    trace.close()
    await origin?.close()
    vi.unstubAllEnvs()
  })

  const checkNow = async (inbound: ListedInbound | undefined) => {
    const answer = await me.post<Entries>(`/panel/api/health/entries/check/${inbound?.id}`)
    if (!answer.success) throw new Error(answer.msg)
    return answer.obj
  }

  it('a client connects through each', async () => {
    await t.panel.entries.checkAll()
    const { entries, offline } = (await me.get<Entries>('/panel/api/health/entries')).obj
    console.log(
      entries.map((e) => [e.inbound, e.state, e.stage, e.cause, e.latencyMs]),
      offline,
    )
    expect(offline).toBe('')
    expect(entries.map(({ inbound, state, exitAddress }) => [inbound, state, exitAddress])).toEqual(
      cells.map((_, i) => [`entry ${i}`, 'good', '203.0.113.7']),
    )
    expect(judgeEntries(await t.panel.entries.latest())).toMatchObject([{ id: 'entries', state: 'ok' }])
  })
})
