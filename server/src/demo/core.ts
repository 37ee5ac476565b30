import type { Block } from '#contract/inbound.ts'
import { Refusal } from '#domain/refusal.ts'
import type { CoreApi } from '../core/api/client.ts'
import type { Core } from '../core/room.ts'
import { addressesOf, createCounters, isOnline, type Running, readRunning } from './traffic.ts'

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
    ...{ addUser: needsCore, removeUser: needsCore, users: needsCore, sysStats: needsCore },
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
