import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { cellConfig } from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import {
  asAdvertised,
  entriesOf,
  type Variant,
  variantClient,
  variantInbound,
} from '#test/fixtures/subscription-entries.ts'
import { freePorts } from '#test/free-port.ts'
import { templateTo } from './core/core-panel.ts'
import { fetchThrough } from './core/dial.ts'
import { createOrigin, megabyte } from './core/origin.ts'
import { formatsWith } from './real-apps/apps.ts'
import { programs, startListening } from './real-apps/programs.ts'
import type { World } from './real-apps/world.ts'

const header = { type: 'http', request: { path: ['/page'] } }
const streams: Readonly<Record<string, Block>> = {
  tcp: {},
  'tcp-http': { network: 'tcp', tcpSettings: { header } },
  ws: { wsSettings: { path: '/ws' } },
  httpupgrade: { httpupgradeSettings: { path: '/up' } },
  grpc: { grpcSettings: { serviceName: 'svc' } },
  xhttp: { xhttpSettings: { path: '/x' } },
}

interface Pair {
  name: string
  master: Variant
  child: Variant
}

const pairs: Pair[] = (['tls', 'reality'] as const).flatMap((security) =>
  (['vless', 'trojan'] as const).flatMap((protocol) =>
    Object.entries(streams).flatMap(([kind, stream]) =>
      (['vless', 'vmess', 'trojan'] as const).map((own) => {
        const network = kind.split('-')[0] as Variant['cell']['network'] // a key of the table above
        const name = `${own} ${kind} behind ${protocol} ${security}`
        return {
          name,
          master: { name: 'master', cell: { protocol, network: 'tcp', security } },
          child: { name, cell: { protocol: own, network, security: 'none' }, stream },
        } as Pair
      }),
    ),
  ),
)

/** What a client of the child gets, or why not. */
function advertised({ master, child, variant }: Made): { entries: Advertised[]; why: string } {
  try {
    const client = variantClient(child, variant)
    const more = { client, publicHost: '127.0.0.1', master: asAdvertised(master, '') }
    return { entries: entriesOf(asAdvertised(child, variant.name), more), why: '' }
  } catch (error) {
    return { entries: [], why: String(error) }
  }
}

interface Made {
  master: SectionSource
  child: SectionSource
  variant: Variant
}

function make(ports: readonly number[], target: string): Made[] {
  return pairs.map(({ master, child }, i) => {
    const at = (variant: Variant, n: number): SectionSource => {
      const inbound = variantInbound(variant, { id: n + 1, port: ports[n] ?? 0, target })
      return { ...inbound, listen: '127.0.0.1', tag: `in-${n}` }
    }
    return { master: at(master, 2 * i), child: at(child, 2 * i + 1), variant: child }
  })
}

const serverConfig = (made: readonly Made[], api: number, site: number) =>
  cellConfig(made[0]!.master, {
    template: templateTo(site),
    inbounds: made.flatMap(({ master, child, variant }) => [
      { inbound: master, clients: [] },
      { inbound: child, clients: [variantClient(child, variant)] },
    ]),
    fallbacks: made.map(({ master, child }, i) => ({
      ...{ id: i + 1, masterId: master.id, childId: child.id, sortOrder: i },
      ...{ name: '', alpn: '', path: '', xver: 0, dest: '' },
    })),
    apiListen: `127.0.0.1:${api}`,
  })

describe.runIf(programs.core)('every kind of child behind every kind of fallback master', () => {
  let world: World
  let made: Made[]
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-children-'))
    const write = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      return join(folder, name)
    }
    const ca = write('ca.pem', `${testKeys.ca}\n`)
    const origin = await createOrigin()
    const [api = 0, ...ports] = await freePorts(pairs.length * 2 + 1)
    made = make(ports, origin.realityTarget)
    const file = write('server.json', JSON.stringify(serverConfig(made, api, origin.port)))
    const server = await startListening(programs.core, ['run', '-c', file], [api], ca)
    const entries = made.flatMap((pair) => advertised(pair).entries)
    const close = async () => {
      await server.stop()
      await origin.close()
      rmSync(folder, { recursive: true, force: true })
    }
    world = { folder, ca, entries, write, words: server.words, close }
  })
  afterAll(() => world?.close())

  it('leaves out, with the reason, what the core cannot dial: WebSocket and HTTPUpgrade with Reality', () => {
    const left = made.map((pair) => [pair.variant.name, advertised(pair).why]).filter(([, why]) => why)
    const wanted = pairs.map(({ name }) => name).filter((name) => /(ws|httpupgrade) .* reality$/.test(name))
    expect(left).toEqual(wanted.map((name) => [name, expect.stringContaining('behind Reality')]))
  })

  it.each(formatsWith(programs.core).filter(({ binary }) => binary))(
    '$name opens all that it has',
    async ({ open }) => {
      const app = await open(world)
      try {
        const dead: string[] = []
        for (const [name, door] of app.doors) {
          let got: number | string = ''
          // The panel answers before a busy core has the last client; a dead entry fails at every attempt.
          for (let tries = 0; tries < 10 && got !== megabyte; tries++) {
            await sleep(tries * 200)
            got = await fetchThrough(door).catch(String)
          }
          if (got !== megabyte) dead.push(`${name}: ${got}`)
        }
        expect(dead, app.words().slice(-2_000)).toEqual([])
        expect(app.doors.size + app.leftOut.length).toBe(world.entries.length)
      } finally {
        await app.stop()
      }
    },
  )
})
