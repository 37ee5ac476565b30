import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import type { Trust } from '#domain/core-config/preflight-client.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { asBlock, asBlocks } from '#domain/untyped.ts'
import { answers } from '#test/answers.ts'
import {
  cellClient,
  cellClientConfig,
  cellConfig,
  cellInbound,
  cellName,
  commonCells,
} from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { cellFeed, cellLinkOutbound, everyAddition } from '#test/fixtures/link-setups.ts'
import { freePort } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { until } from '#test/until.ts'
import { coreBinary, hasCore } from './core/binary.ts'

const megabyte = 1_000_000
const site = createServer((_, res) => res.end(Buffer.alloc(megabyte, 1)))
/** The site that Reality borrows its handshake from. */
const target = createTlsServer(
  { cert: testKeys.certificate, key: testKeys.key, minVersion: 'TLSv1.3', ALPNProtocols: ['h2', 'http/1.1'] },
  (socket) => socket.on('error', () => {}).end(),
)
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port // listens on TCP

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-connects-'))
  for (const server of [site, target]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  site.close()
  target.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(name: string, config: Block): { child: ChildProcess; output: () => string } {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
  const child = spawn(coreBinary, ['run', '-c', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (d) => {
      text += d
    })
  child.once('error', (error) => {
    text += error.message
  })
  return { child, output: () => text }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const untilListening = (port: number) => until(`somebody listens on ${port}`, () => answers(port))

/** An unused address: an answer can only come from the site that the server core redirects to. */
const nowhere = 'http://192.0.2.1/'

/** Bytes fetched from the local site through an HTTP proxy on loopback. */
function fetchThrough(proxy: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const req = request(
      { host: '127.0.0.1', port: proxy, path: nowhere, agent: false, timeout: patient(15_000) },
      (res) => {
        let bytes = 0
        res.on('data', (d) => {
          bytes += d.length
        })
        res.on('end', () => resolve(res.statusCode === 200 ? bytes : -(res.statusCode ?? 1)))
        res.on('error', reject)
      },
    )
    req.on('timeout', () => req.destroy(new Error('no answer in time')))
    req.on('error', reject)
    req.end()
  })
}

/** Retries like an app: a core gives a handshake a few seconds, which a busy machine may exceed. */
async function fetchPatiently(proxy: number): Promise<number> {
  for (let tries = 1; ; tries++) {
    const bytes = await fetchThrough(proxy)
    if (bytes !== -503 || tries === 20) return bytes
  }
}

/** Everything that leaves the server core goes to the local site. */
const siteTemplate = (): Block => ({
  ...defaultTemplate(),
  outbounds: [
    {
      tag: 'direct',
      protocol: 'freedom',
      settings: { redirect: `127.0.0.1:${portOf(site)}`, finalRules: [{ action: 'allow' }] },
    },
  ],
  routing: { rules: [] },
})

/** One more proxy port of the client's core, which uses what a share link says. */
function withLinkDoor(config: Block, outbound: Block, port: number): Block {
  const tag = `link-${port}`
  const door = { listen: '127.0.0.1', protocol: 'mixed', settings: { auth: 'noauth' } }
  return {
    ...config,
    inbounds: [...asBlocks(config.inbounds), { ...door, tag, port }],
    outbounds: [...asBlocks(config.outbounds), { ...outbound, tag }],
    routing: {
      rules: [...asBlocks(asBlock(config.routing).rules), { inboundTag: [tag], outboundTag: tag }],
    },
  }
}

/** What a master passes on: matched by path, or by nothing. */
const pathCells: readonly Cell[] = [
  { protocol: 'trojan', network: 'tcp', security: 'none' },
  { protocol: 'vmess', network: 'ws', security: 'none' },
  { protocol: 'vless', network: 'httpupgrade', security: 'none' },
  { protocol: 'trojan', network: 'ws', security: 'none' },
]
const childCells: readonly (readonly [string, readonly Cell[]])[] = [
  ['with paths of their own', pathCells],
  ['over gRPC', [{ protocol: 'vless', network: 'grpc', security: 'none' }]],
  ['over XHTTP', [{ protocol: 'vless', network: 'xhttp', security: 'none' }]],
]
const childPath = (cell: Cell, i: number): Block =>
  cell.network === 'tcp' ? {} : { [cell.network === 'grpc' ? 'serviceName' : 'path']: `/child-${i}` }

/** Bytes through the JSON feed, and through the share link if the protocol has one. */
async function fetchOver(cell: Cell, settings: Block = {}, trust?: Trust): Promise<number[]> {
  const [port, socks, byLink] = [await freePort(), await freePort(), await freePort()]
  const api = await freePort()
  const inbound = cellInbound(cell, { port, target: `127.0.0.1:${portOf(target)}`, settings })
  const server = start(
    `${cellName(cell)}-server`,
    cellConfig(inbound, { template: siteTemplate(), apiListen: `127.0.0.1:${api}` }),
  )
  const config = cellClientConfig(inbound, socks, trust)
  const hasLink = carriesClients(cell.protocol)
  const client = start(
    `${cellName(cell)}-client`,
    hasLink ? withLinkDoor(config, cellLinkOutbound(inbound, trust), byLink) : config,
  )
  try {
    const doors = hasLink ? [socks, byLink] : [socks]
    await Promise.all([api, ...doors].map(untilListening))
    return await Promise.all(doors.map(fetchPatiently))
  } catch (error) {
    throw new Error(`${error}\nserver: ${server.output()}\nclient: ${client.output()}`)
  } finally {
    await Promise.all([stop(server.child), stop(client.child)])
  }
}

const expectedOf = ({ protocol }: Cell): number[] =>
  carriesClients(protocol) ? [megabyte, megabyte] : [megabyte]

/** Its own interface needs privileges that a test must not ask for. */
const reachable = commonCells.filter(({ protocol }) => protocol !== 'tun')

describe.runIf(hasCore())('a client core fetches 1 MB with our JSON and with our link', () => {
  it.each(reachable.map((cell) => [cellName(cell), cell] as const))('%s', async (_, cell) => {
    expect(await fetchOver(cell)).toEqual(expectedOf(cell))
  })
  const vless = { protocol: 'vless', network: 'tcp', security: 'tls' } as const
  const shadowsocks = { protocol: 'shadowsocks', network: 'tcp', security: 'none' } as const
  const short = btoa('0123456789abcdef')
  it.each([
    ['VLESS encryption', vless, testKeys.vlessEncryption],
    ['a Vision seed', vless, { testseed: [900, 500, 900, 256] }],
    ['a legacy cipher', shadowsocks, { method: 'chacha20-ietf-poly1305', password: 'unused' }],
    ['a short key', shadowsocks, { method: '2022-blake3-aes-128-gcm', password: short }],
    ['a cipher for one user', shadowsocks, { method: '2022-blake3-chacha20-poly1305' }],
  ])('%s', async (_, cell, settings) => {
    expect(await fetchOver(cell, settings)).toEqual(expectedOf(cell))
  })

  it('a pinned certificate, without any authority', async () => {
    const trust = { pinnedPeerCertSha256: testKeys.certificateSha256 }
    expect(await fetchOver(vless, {}, trust)).toEqual(expectedOf(vless))
  })

  it.each(childCells)("a fallback's children, under their master's TLS, %s", async (_, cells) => {
    const [port, api] = [await freePort(), await freePort()]
    const master = { ...cellInbound(vless, { port }), id: 1, tag: 'master' }
    const children = await Promise.all(
      cells.map(async (cell, i) => {
        const child = cellInbound(cell, { port: await freePort() })
        const name = `${cell.network}Settings`
        const block = { ...asBlock(child.streamSettings[name]), ...childPath(cell, i) }
        const streamSettings = { ...child.streamSettings, [name]: block }
        return { ...child, id: i + 2, tag: `child-${i}`, listen: '127.0.0.1', streamSettings }
      }),
    )
    const rows = children.map(({ id }) => ({ id, masterId: 1, childId: id, sortOrder: id }))
    const inbounds = [master, ...children]
    const server = start(
      'master',
      cellConfig(master, {
        template: siteTemplate(),
        apiListen: `127.0.0.1:${api}`,
        inbounds: inbounds.map((inbound) => ({ inbound, clients: [cellClient(inbound)] })),
        fallbacks: rows.map((row) => ({ ...row, name: '', alpn: '', path: '', xver: 0, dest: '' })),
      }),
    )
    const doors: number[] = []
    let config: Block = { log: { loglevel: 'warning' } }
    for (const child of children) {
      const door = await freePort()
      config = withLinkDoor(config, cellLinkOutbound(child, undefined, master), door)
      doors.push(door)
    }
    const client = start('children', config)
    try {
      await Promise.all([api, ...doors].map(untilListening))
      const fetched = await Promise.all(doors.map((door) => fetchPatiently(door).catch(String)))
      expect(fetched, `${server.output()}\n${client.output()}`).toEqual(children.map(() => megabyte))
    } finally {
      await Promise.all([stop(server.child), stop(client.child)])
    }
  })

  it('a whole JSON subscription with fragments, mux and rules', async () => {
    const cell = { protocol: 'trojan', network: 'ws', security: 'tls' } as const
    const [port, socks, api] = [await freePort(), await freePort(), await freePort()]
    const inbound = cellInbound(cell, { port })
    const server = start(
      'json-server',
      cellConfig(inbound, { template: siteTemplate(), apiListen: `127.0.0.1:${api}` }),
    )
    const client = start('json-client', cellFeed(inbound, socks, everyAddition))
    try {
      await Promise.all([api, socks].map(untilListening))
      expect(await fetchPatiently(socks)).toBe(megabyte)
    } finally {
      await Promise.all([stop(server.child), stop(client.child)])
    }
  })
})
