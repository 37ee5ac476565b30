import type { RestartReason } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { plan } from '#domain/core-config/plan.ts'
import { type Entry, type HiddenBytes, isPlaceholder } from '#domain/core-config/users.ts'
import type { ClientChange } from '../changes/bus.ts'
import type { CoreApi } from '../core-api/client.ts'
import { CoreError } from '../core-api/errors.ts'
import type { Execute, LiveOperation } from '../core-api/execute.ts'
import type { Db } from '../db/open.ts'
import { createSerial } from '../db/serial.ts'
import type { Lists } from '../lists/lists.ts'
import type { Log } from '../log.ts'
import { createUserPlan } from './clients.ts'
import { type Desired, isLocal, type Ports, readDesired } from './desired.ts'
import { addUser, liveOperations } from './live.ts'

/** The core that runs, as far as it has to be talked to. */
export interface Connected {
  api: CoreApi
  execute: Execute
  ports: Ports
  /** Without clients: what it was started with, and every change since. */
  config: CoreConfig
  inbounds: ReadonlyMap<number, SectionSource>
}

interface Deps {
  db: Db
  lists: Lists
  log: Log
  secret: () => string
  hidden: () => HiddenBytes
  template: () => Promise<Block>
  logFolder: string
  /** Ends the open sessions of a client on these inbounds. */
  cut: (email: string, tags: readonly string[]) => Promise<void>
  /** A configuration is in force that was not before. */
  onApplied: (config: CoreConfig, reason: string) => Promise<void>
}

/** Brings the running core to what is stored: by the smallest steps, one at a time, and again where a step was lost. */
export function createReconciler(deps: Deps) {
  const { db, lists, log } = deps
  const serial = createSerial()
  const planUsers = createUserPlan(db)
  let connected: Connected | undefined
  let pending: RestartReason[] = []
  let generation = 0

  const desiredFor = async (ports: Ports): Promise<Desired> =>
    readDesired(db.read, {
      template: await deps.template(),
      ports,
      logFolder: deps.logFolder,
      hidden: deps.hidden(),
    })

  const fullSection = async (id: number) =>
    JSON.parse(await lists.text({ kind: 'coreInbound', id, secret: deps.secret() })) as Record<
      string,
      unknown
    >

  /** A core that is gone is no failure: the next one is started with everything. */
  async function carryOut(
    core: Connected,
    operations: readonly LiveOperation[],
    what: string,
  ): Promise<boolean> {
    if (operations.length === 0) return true
    try {
      await core.execute(operations)
      return true
    } catch (error) {
      if (connected !== core) return false
      const kind = error instanceof CoreError ? error.kind : 'refused'
      log.error(
        { err: error, kind, what },
        'the core did not take a change; it is tried again with the next check',
      )
      return false
    }
  }

  async function syncClients(changes: readonly ClientChange[]): Promise<void> {
    const core = connected
    if (!core) return
    const { operations, cuts } = await planUsers(changes, core.inbounds)
    await carryOut(core, operations, 'clients')
    await Promise.all(cuts.map(({ email, tags }) => deps.cut(email, tags)))
  }

  async function syncConfig(reason: string): Promise<void> {
    const core = connected
    if (!core) return
    const desired = await desiredFor(core.ports)
    const next = plan(core.config, desired.config)
    pending = next.restart
    const operations = await liveOperations(
      next.operations,
      desired.inbounds,
      fullSection,
      `g${++generation}`,
    )
    if (!(await carryOut(core, operations, reason))) return
    core.config = next.after
    core.inbounds = runningInbounds(desired, next.after)
    if (operations.length > 0) await deps.onApplied(next.after, reason)
  }

  /** Users by the core's own list: whoever is missing is added, whoever should not be there is removed. */
  async function verifyUsers(): Promise<void> {
    const core = connected
    if (!core) return
    for (const inbound of core.inbounds.values()) {
      if (!isLocal(inbound) || connected !== core) continue
      const wanted = JSON.parse(await lists.text({ kind: 'coreUsers', id: inbound.id })) as Entry[]
      if (wanted.length === 0 && !('clients' in inbound.settings) && !carriesUsers(core, inbound.tag))
        continue
      const have = new Set(
        (await core.api.userEmails(inbound.tag).catch(() => [])).map((e) => e.toLowerCase()),
      )
      const names = new Set(wanted.map((e) => e.email.toLowerCase()))
      const extra = [...have].filter((e) => !names.has(e) && !isPlaceholder(e))
      const missing = wanted.filter((e) => !have.has(e.email.toLowerCase()))
      if (extra.length + missing.length > 0)
        log.warn({ tag: inbound.tag, missing: missing.length, extra: extra.length }, 'the core had drifted')
      await carryOut(
        core,
        [
          ...extra.map((email): LiveOperation => ({ op: 'removeUser', tag: inbound.tag, email })),
          ...missing.map((e) => addUser(inbound, e)),
        ],
        'check',
      )
    }
  }

  /** Wanted with another template; the ports are those of the core that runs, or ones that nobody uses. */
  const candidateFor = (template: Block): Promise<Desired> =>
    readDesired(db.read, {
      template,
      ports: connected?.ports ?? { api: 1, metrics: 2 },
      logFolder: deps.logFolder,
      hidden: deps.hidden(),
    })

  return {
    desiredFor,
    candidateFor,
    /** The configuration as the core would get it now, clients and all. */
    currentText: async () =>
      lists.text({
        kind: 'coreConfig',
        template: await deps.template(),
        ports: connected?.ports ?? { api: 1, metrics: 2 },
        logFolder: deps.logFolder,
        secret: deps.secret(),
      }),
    connect: (core: Connected) =>
      serial(async () => {
        connected = core
        pending = []
        await syncConfig('start') // what changed while it was starting
        await verifyUsers()
      }),
    disconnect(api: CoreApi) {
      if (connected?.api === api) connected = undefined
    },
    clients: (changes: readonly ClientChange[]) => serial(() => syncClients(changes)),
    config: (reason: string) => serial(() => syncConfig(reason)),
    verify: () =>
      serial(async () => {
        await syncConfig('check')
        await verifyUsers()
      }),
    /** What waits for a restart, as sentences. */
    pending: (): readonly RestartReason[] => pending,
    connected: () => connected,
  }
}

export type Reconciler = ReturnType<typeof createReconciler>

/** Inbounds that the plan left as they were (they wait for a restart) are still the old ones to their users. */
const runningInbounds = (desired: Desired, after: CoreConfig): Desired['inbounds'] => {
  const tags = new Set(after.inbounds.map((i) => i.tag))
  return new Map([...desired.inbounds].filter(([, i]) => tags.has(i.tag)))
}

const carriesUsers = (core: Connected, tag: string): boolean =>
  core.config.inbounds.some((i) => i.tag === tag && Array.isArray(i.settings.clients))
