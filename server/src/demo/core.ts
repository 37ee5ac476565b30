import type { Block } from '#contract/inbound.ts'
import { Refusal } from '#domain/refusal.ts'
import { counterText } from '#domain/traffic/counter.ts'
import type { Counter } from '#domain/traffic/ledger.ts'
import { asBlock, asBlocks } from '#domain/untyped.ts'
import type { CoreApi } from '../core/api/client.ts'
import type { Core } from '../core/room.ts'
import { chance, pick } from './random.ts'

/** What runs is read again after this time. */
const freshMs = 4_000

const needsCore = (): Promise<never> => Promise.reject(new Refusal('demo.no-core'))

/**
 * The core of a demo: no process runs. It has the users that a core would get now, and counts bytes for them that nobody
 * sent. Whatever else the panel asks of a core is refused, with a sentence that says why.
 */
export function simulatedCore(core: Core, now: () => number): Core {
  let startedAt = 0
  let read = createCounters(0)
  let known: Promise<Running> | undefined
  let knownUntil = 0

  function begin(): void {
    startedAt = now()
    read = createCounters(startedAt)
  }

  function running(): Promise<Running> {
    if (!known || now() >= knownUntil) {
      knownUntil = now() + freshMs
      known = core.configText().then((text) => readRunning(JSON.parse(text) as Block)) // our own text
    }
    return known
  }

  async function online() {
    const at = now()
    const here = [...(await running()).users.keys()].filter((email) => isOnline(email, at))
    const lastSeen = Math.floor(at / 1_000)
    return here.map((email) => ({ email, ips: addressesOf(email).map((ip) => ({ ip, lastSeen })) }))
  }

  const api: CoreApi = {
    counters: async () => read(await running(), now()),
    online,
    onlineIps: async (email) => (isOnline(email, now()) ? addressesOf(email) : []),
    userEmails: async (tag) =>
      [...(await running()).users].filter(([, tags]) => tags.includes(tag)).map(([email]) => email),
    close: () => {},
    ...{ addUser: needsCore, removeUser: needsCore, user: needsCore, users: needsCore, sysStats: needsCore },
    ...{ addInbound: needsCore, removeInbound: needsCore, inboundTags: needsCore },
    ...{ addOutbound: needsCore, removeOutbound: needsCore, outboundTags: needsCore },
    ...{ appendRules: needsCore, removeRule: needsCore, listRules: needsCore, testRoute: needsCore },
    ...{ balancer: needsCore, overrideBalancer: needsCore, observatory: needsCore },
  }

  return {
    ...core,
    start: begin,
    status: () => ({
      state: startedAt > 0 ? 'running' : 'stop',
      errorMsg: '',
      version: 'demo',
      ...(startedAt > 0 && { uptime: Math.max(0, Math.floor((now() - startedAt) / 1_000)) }),
    }),
    startId: () => (startedAt > 0 ? `demo-${startedAt}` : undefined),
    api: () => (startedAt > 0 ? api : undefined),
    async stopService() {
      startedAt = 0
    },
    async restartService() {
      begin()
    },
  }
}

/** Users of a core configuration, with the tags of the inbounds where each may connect. */
export type Users = ReadonlyMap<string, readonly [string, ...string[]]>

export interface Running {
  users: Users
  /** Tags of outbounds that carry traffic. */
  exits: readonly string[]
}

const carriesNothing = new Set(['blackhole', 'dns', 'loopback'])

/** Reads what the panel would give to a core: a client that is disabled or used up is not in it, and moves nothing. */
export function readRunning(config: Block): Running {
  const users = new Map<string, [string, ...string[]]>()
  for (const { tag, settings } of asBlocks(config.inbounds)) {
    const { clients, users: others } = asBlock(settings)
    for (const { email } of [...asBlocks(clients), ...asBlocks(others)]) {
      if (typeof email !== 'string' || typeof tag !== 'string') continue
      const known = users.get(email)
      if (known) known.push(tag)
      else users.set(email, [tag])
    }
  }
  const exits = asBlocks(config.outbounds)
    .filter(({ protocol }) => !carriesNothing.has(String(protocol)))
    .flatMap(({ tag }) => (typeof tag === 'string' && tag !== '' ? [tag] : []))
  return { users, exits }
}

const slotMs = 10 * 60_000
/** Readings that are further apart are of the past, which is made in large steps. */
const longMs = 60_000
const hourMs = 3_600_000

/** How likely somebody is online at this time: few at night, most in the evening. */
function busyAt(email: string, at: number): number {
  const hour = ((at / hourMs + chance(email, 'zone') * 16) % 24) / 24
  const day = 0.6 - 0.35 * Math.cos(2 * Math.PI * (hour - 0.1))
  return day * (0.08 + 0.5 * chance(email, 'habit') ** 2)
}

/** Bytes per second to a client that is online: most are light users, a few are heavy ones. */
const speedOf = (email: string): number => 6_000 * 60 ** chance(email, 'speed')

export const isOnline = (email: string, at: number): boolean =>
  chance(email, 'online', Math.floor((at + chance(email, 'start') * slotMs) / slotMs)) < busyAt(email, at)

/** Addresses of the ranges that are kept for documentation; a few clients have two. */
export function addressesOf(email: string): string[] {
  const number = (part: string) => 1 + Math.floor(chance(email, part) * 254)
  const first = `203.0.113.${number('address')}`
  return chance(email, 'second') < 0.15 ? [first, `198.51.100.${number('other')}`] : [first]
}

/** Bytes to a client between two readings. Over a longer time it was online for a part of it, or not at all. */
function bytesOf(email: string, from: number, to: number): number {
  const seconds = (to - from) / 1_000
  const jitter = 0.4 + 1.2 * chance(email, 'jitter', Math.floor(to / 5_000))
  if (to - from <= longMs) return isOnline(email, to) ? speedOf(email) * seconds * jitter : 0
  const busy = busyAt(email, to)
  const everOnline = 1 - (1 - busy) ** ((to - from) / slotMs)
  if (chance(email, 'online', to) >= everOnline) return 0
  return (speedOf(email) * seconds * busy * jitter) / everOnline
}

/** Counters as a core keeps them: they only grow, and start at zero with it. */
export function createCounters(startedAt: number) {
  const values = new Map<string, number>()
  let last = startedAt

  function add(kind: 'client' | 'inbound' | 'outbound', name: string, up: number, down: number): void {
    for (const [way, bytes] of Object.entries({ up, down } as const)) {
      const text = counterText({ kind, name, way: way as 'up' | 'down' }) // keys of the object above
      values.set(text, (values.get(text) ?? 0) + bytes)
    }
  }

  return function read({ users, exits }: Running, now: number): Counter[] {
    const [first, ...others] = exits
    for (const [email, tags] of now > last ? users : []) {
      const down = Math.round(bytesOf(email, last, now))
      if (down === 0) continue
      const up = Math.round(down * (0.05 + 0.1 * chance(email, 'up')))
      const slot = Math.floor(now / slotMs)
      add('client', email, up, down)
      add('inbound', pick(tags, email, 'inbound', slot), up, down)
      if (first !== undefined) {
        // Most traffic leaves through the first outbound, as without a rule.
        const exit = chance(email, 'exit', slot) < 0.8 ? first : pick([first, ...others], email, slot)
        add('outbound', exit, up, down)
      }
    }
    last = Math.max(last, now)
    return [...values].map(([name, value]) => ({ name, value }))
  }
}
