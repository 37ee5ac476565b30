import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredClient } from '#domain/clients/client.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { PINNED_VERSION } from '#server/core/binary/binary-version.ts'
import { cellConfig } from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import {
  asAdvertised,
  entriesOf,
  linkCells,
  moreVariants,
  type Variant,
  variantClient,
  variantInbound,
} from '#test/fixtures/subscription-entries.ts'
import { freePorts } from '#test/free-port.ts'
import { templateTo } from '../core/core-panel.ts'
import { createOrigin } from '../core/origin.ts'
import { programs, startListening } from './programs.ts'
import { startEcho } from './udp.ts'

/** A variant, and where it is reached. */
interface Place extends Variant {
  listen?: string
  /** How the fallback master recognises its connections. */
  behind?: { path?: string; alpn?: string }
}

const plain = { protocol: 'vless', network: 'tcp', security: 'none' } as const
const master = 'vless-tcp-tls'

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === '::1'))
if (!hasIpv6) console.log('Not tested: clients that dial an IPv6 address, which this machine has none of.')

const places: readonly Place[] = [
  ...linkCells,
  ...moreVariants,
  {
    name: 'WebSocket behind a fallback',
    cell: { protocol: 'vmess', network: 'ws', security: 'none' },
    stream: { wsSettings: { path: '/ws' } },
    behind: { path: '/ws' },
  },
  {
    name: 'HTTPUpgrade behind a fallback',
    cell: { protocol: 'trojan', network: 'httpupgrade', security: 'none' },
    stream: { httpupgradeSettings: { path: '/up' } },
    behind: { path: '/up' },
  },
  {
    name: 'gRPC behind a fallback',
    cell: { ...plain, network: 'grpc' },
    behind: { alpn: 'h2' },
  },
  {
    name: 'Trojan behind a fallback',
    cell: { ...plain, protocol: 'trojan' },
    behind: {},
  },
  ...(hasIpv6 ? [{ name: 'over IPv6', cell: plain, listen: '::1' }] : []),
]
export const names: readonly string[] = places.map(({ name }) => name)
/** Shadowsocks listens on TCP only unless told otherwise. */
export const withUdp: ReadonlySet<string> = new Set(
  places
    .filter(({ cell, settings }) => cell.protocol !== 'shadowsocks' || settings?.network === 'tcp,udp')
    .map(({ name }) => name),
)

interface Made {
  place: Place
  inbound: SectionSource
  client: StoredClient
}

function make(ports: readonly number[], target: string): Made[] {
  return places.map((place, i) => {
    const { listen = '127.0.0.1' } = place
    const inbound = { ...variantInbound(place, { id: i + 1, port: ports[i] ?? 0, target }), listen }
    return { place, inbound, client: variantClient(inbound, place) }
  })
}

const masterIn = (all: readonly Made[]): SectionSource => {
  const found = all.find(({ place }) => place.name === master)
  if (!found) throw new Error(`nobody is called ${master}`)
  return found.inbound
}

function seen(all: readonly Made[], coreVersion: string): Advertised[] {
  return all.flatMap(({ place, inbound, client }) =>
    entriesOf(
      { ...asAdvertised(inbound, place.name), coreVersion },
      {
        client,
        publicHost: place.listen ?? '127.0.0.1',
        ...(place.behind && { master: asAdvertised(masterIn(all), '') }),
      },
    ),
  )
}

function serverConfig(all: readonly Made[], api: number, site: number) {
  const fallbacks = all.flatMap(({ place, inbound }, i) => {
    if (!place.behind) return []
    const row = { name: '', alpn: '', path: '', xver: 0, dest: '', sortOrder: i, ...place.behind }
    return [{ id: i + 1, masterId: masterIn(all).id, childId: inbound.id, ...row }]
  })
  return cellConfig(all[0]!.inbound, {
    template: templateTo(site),
    inbounds: all.map(({ inbound, client }) => ({ inbound, clients: [client] })),
    fallbacks,
    apiListen: `127.0.0.1:${api}`,
  })
}

/** One core that listens for every variant, and what its client needs for each. */
export interface World {
  folder: string
  /** The only trusted authority. */
  ca: string
  entries: Advertised[]
  /** Writes a file in the test's folder. */
  write(name: string, text: string): string
  words(): string
  close(): Promise<void>
}

export async function createWorld(core = programs.core, version = PINNED_VERSION): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-apps-'))
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    return file
  }
  const ca = write('ca.pem', `${testKeys.ca}\n`)
  const origin = await createOrigin()
  const endEcho = await startEcho(origin.port)
  const leave = async (): Promise<void> => {
    await endEcho()
    await origin.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [api = 0, ...ports] = await freePorts(places.length + 1)
    const all = make(ports, origin.realityTarget)
    const file = write('server.json', JSON.stringify(serverConfig(all, api, origin.port)))
    const server = await startListening(core, ['run', '-c', file], [api], ca)
    const close = async (): Promise<void> => {
      await server.stop()
      await leave()
    }
    return { folder, ca, entries: seen(all, version), write, words: server.words, close }
  } catch (error) {
    await leave()
    throw error
  }
}
