import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestResult } from '#contract/outbounds-api.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { coreBinary } from '#test/core-binary.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

describe.skipIf(!coreBinary)('a test of an outbound whose server is on this machine', () => {
  let panel: TestPanel
  let me: Visitor
  let proxy: Server
  let port = 0
  const asked: string[] = []

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary ?? '')
    proxy = createServer((_, reply) => reply.writeHead(500).end()).listen(0, '127.0.0.1')
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '')
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    await once(proxy, 'listening')
    port = (proxy.address() as AddressInfo).port // it listens on TCP
    const names: Record<string, string[]> = {
      'rebound.example': ['8.8.8.8'],
      'inside.example': ['10.0.0.1'],
      'here.example': ['127.0.0.1'],
    }
    panel = await testPanel({}, { egress: createEgress({ lookup: async (name) => names[name] ?? [] }) })
    me = await panel.login()
  })
  afterAll(async () => {
    await panel?.stop()
    proxy?.close()
    vi.unstubAllEnvs()
  })

  const use = (url: string) =>
    panel.panel.settings.set({ xrayOutboundTestUrl: url }, { kind: 'job', name: 'test', address: '' })
  const test = async (mode: string) => {
    const outbound = { protocol: 'http', settings: { servers: [{ address: '127.0.0.1', port }] } }
    return (await me.post<TestResult>('/panel/xray/testOutbound', { outbound, mode })).obj
  }

  it.each(['http', 'real'])('%s asks it for the checked address, not for a name', async (mode) => {
    await use('http://rebound.example:8080/')
    asked.length = 0
    expect(await test(mode)).toMatchObject({ success: false, mode })
    expect(new Set(asked)).toEqual(new Set(['8.8.8.8:8080']))
  })

  it.each(['http', 'real'])('%s never asks for an internal address', async (mode) => {
    asked.length = 0
    for (const host of ['127.0.0.1', '[::1]', 'inside.example', 'here.example', '0x7f.1']) {
      await use(`http://${host}:8080/`)
      expect((await test(mode)).error, host).toMatch(/^refused: .* only public addresses may be called\.$/)
    }
    expect(asked).toEqual([])
  })
})
