import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { insideRanges } from '#domain/net/inside-ranges.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { type CorePanel, startCorePanel } from './core/core-panel.ts'

const own = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter((a) => !a.internal && !a.address.startsWith('fe80'))
const [address] = own.filter((a) => a.family === 'IPv4').map((a) => a.address)
const [address6] = own.filter((a) => a.family === 'IPv6').map((a) => a.address)
if (!address)
  console.log('Not tested: this machine has no IPv4 address beside loopback to reach its panel at.')
if (!address6) console.log('Not tested by IPv6: this machine has no such address beside loopback.')

/** The start of a response through the client's proxy; blank if none came. */
function answerOf(proxyPort: number, host: string, port: number, waitMs: number): Promise<string> {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port: proxyPort, method: 'CONNECT', path: target })
    const timer = setTimeout(() => asked.destroy(), waitMs)
    const done = (text: string) => {
      clearTimeout(timer)
      resolve(text)
    }
    asked.once('error', () => done(''))
    asked.once('connect', (_reply, socket) => {
      const end = setTimeout(() => socket.destroy(), waitMs)
      socket.once('data', (chunk: Buffer) => {
        done(chunk.toString('latin1', 0, 15))
        socket.destroy()
      })
      socket.on('error', () => {})
      socket.once('close', () => {
        clearTimeout(end)
        done('')
      })
      socket.write(`GET / HTTP/1.1\r\nHost: ${target}\r\nConnection: close\r\n\r\n`)
    })
    asked.end()
  })
}

/** The default of earlier versions: the ranges that were blocked then. */
const earlier = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/127', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
]
const storedEarlier = (): Block =>
  JSON.parse(
    JSON.stringify(defaultTemplate()).replaceAll(JSON.stringify(insideRanges), JSON.stringify(earlier)),
  ) as Block // the same shape

/** A custom template: everything is allowed, and the core resolves names. */
const ownTemplate = (): Block => ({
  ...defaultTemplate(),
  dns: { hosts: { 'panel.example': address }, servers: ['localhost'] },
  outbounds: [
    {
      tag: 'direct',
      protocol: 'freedom',
      settings: { domainStrategy: 'UseIP', finalRules: [{ action: 'allow' }] },
    },
    { tag: 'as-is', protocol: 'freedom', settings: { finalRules: [{ action: 'allow' }] } },
  ],
  routing: {
    domainStrategy: 'AsIs',
    rules: [{ type: 'field', domain: ['full:localhost'], outboundTag: 'as-is' }],
  },
})

describe.skipIf(!coreBinary || !address)('a proxy user and the panel on 0.0.0.0', () => {
  let panel: CorePanel
  let client: ClientCore
  let origin: Server
  let originPort = 0
  let subPort = 0

  beforeAll(async () => {
    origin = createServer((_request, reply) => reply.end('origin')).listen(0, '0.0.0.0')
    await new Promise((resolve) => origin.once('listening', resolve))
    originPort = (origin.address() as AddressInfo).port // it listens on TCP
    subPort = await freePort()
    panel = await startCorePanel(coreBinary ?? '', {
      args: ['--listen', '0.0.0.0', '--insecure-http'],
      env: { SLUICE_SUB_PORT: String(subPort) },
    })
    await panel.until('running')
    const cell = { protocol: 'vless', network: 'tcp', security: 'none' } as const
    const inbound = await panel.addInbound(cellInbound(cell, { port: await freePort() }))
    const user = await panel.addClient('somebody', [inbound.id])
    client = await startClientCore(coreBinary ?? '', [{ inbound, client: user }])
  })
  afterAll(async () => {
    await client?.stop()
    await panel?.stop()
    origin?.close()
  })

  const asks = (host: string, port: number, waitMs = 2_000) =>
    answerOf(client.ports[0] ?? 0, host, port, waitMs)
  const use = (template: Block) => panel.call('/panel/xray/update', { xraySetting: template })

  it('is reachable without the proxy, or nothing would be proven', async () => {
    const reply = await fetch(`http://${address}:${panel.program.port}/`)
    expect(reply.status).toBeLessThan(500)
    await reply.body?.cancel()
  })

  const literals = [
    address ?? '',
    ...(address6 ? [address6] : []),
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '::1',
  ]
  const names = ['localhost', 'panel.example', 'PANEL.example']
  const answers = (hosts: readonly string[], port: number, waitMs?: number) =>
    Promise.all(hosts.map(async (host) => [host, await asks(host, port, waitMs)]))
  const all = (hosts: readonly string[], answer: unknown) => hosts.map((host) => [host, answer])
  const ok = expect.stringMatching(/^HTTP\/1\.1 200/)

  it('with a template that allows everything, other ports answer and the panel does not', async () => {
    await use(ownTemplate())
    const reached = [address ?? '', '127.0.0.1', 'localhost']
    // A busy core may apply the template after the call was answered.
    await expect.poll(() => answers(reached, originPort, patient(10_000))).toEqual(all(reached, ok))
    for (const port of [panel.program.port, subPort])
      expect(await answers([...literals, 'localhost'], port)).toEqual(all([...literals, 'localhost'], ''))
  })

  it('nor by a name that the core itself resolves, in a core that starts with that template', async () => {
    await panel.call('/panel/api/server/restartXrayService')
    await panel.until('running')
    await expect.poll(() => answers(names, originPort, patient(10_000))).toEqual(all(names, ok))
    expect(await answers([...names, ...literals], panel.program.port)).toEqual(
      all([...names, ...literals], ''),
    )
    const { xraySetting } = JSON.parse(await panel.call<string>('/panel/xray/')) as { xraySetting: Block } // our reply
    expect(JSON.stringify(xraySetting)).not.toContain('sluice-guard')
  })

  it.each([
    ['of today', defaultTemplate],
    ['that an earlier version stored', storedEarlier],
  ])('nor with the default template %s', async (_, template) => {
    await use(template())
    expect(await asks(address ?? '', panel.program.port)).toBe('')
    expect(await asks('localhost', panel.program.port)).toBe('')
    const blocked = async () => {
      const config = await panel.read<{ routing: { rules: Block[] } }>('/panel/api/server/getConfigJson')
      return JSON.stringify(config.routing.rules)
    }
    for (const range of ['168.63.129.16/32', '64:ff9b::/96', 'fec0::/10', '2002::/16'])
      await expect.poll(blocked).toContain(range)
  })
})
