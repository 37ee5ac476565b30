import { randomBytes } from 'node:crypto'
import type { RestartReason } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { plan } from '#domain/core-config/plan.ts'
import type { HiddenBytes } from '#domain/core-config/users.ts'
import { coded } from '#domain/refusal.ts'
import type { PastInbound } from '../../inbounds/service.ts'
import { createSerial } from '../../platform/db/serial.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Timers } from '../../platform/jobs/timers.ts'
import type { Log } from '../../platform/log.ts'
import type { BulkReads } from '../../store/bulk-reads/bulk-reads.ts'
import type { Db } from '../../store/open.ts'
import type { CoreApi } from '../api/client.ts'
import { CoreError } from '../api/errors.ts'
import { type Execute, isSwap, type LiveOperation } from '../api/execute.ts'
import type { UserOperation } from '../api/execute-users.ts'
import { apiListen } from '../process/files.ts'
import { cameWhole, goneFor, runningInbounds, withoutRefused } from './after-plan.ts'
import { type Desired, readDesired } from './desired.ts'
import { frontPrefix, frontRules, type Refused, refusalOutbound, rulesWithFront } from './front-rules.ts'
import { liveOperations } from './live.ts'
import type { NotOpenInbounds } from './not-open.ts'
import { createRetry } from './retry.ts'
import { createUsers } from './users.ts'

/** A connection to the running core. */
export interface Connected {
  api: CoreApi
  /** Converts what these will send, so that the core is without an edited part only for a moment. */
  prepare(operations: readonly LiveOperation[]): Promise<void>
  execute: Execute
  /** The same for many users, on a separate connection. */
  executeBulk(operations: readonly UserOperation[]): Promise<void>
  /** Identifies this core process. */
  startId: string
  /** Without clients: what it was started with, and every change since. */
  config: CoreConfig
  inbounds: ReadonlyMap<number, SectionSource>
}

interface Deps {
  db: Db
  bulkReads: BulkReads
  log: Log
  secret: () => string
  hidden: () => HiddenBytes
  template: () => Promise<Block>
  /** Ends the open connections of a client on these inbounds. */
  cut: (email: string, tags: readonly string[]) => Promise<void>
  /** Ends the remaining connections of a removed inbound. */
  endInbound: (gone: SectionSource) => Promise<void>
  /** A new configuration is active. */
  onApplied: (config: CoreConfig, reason: string, by: Actor) => Promise<void>
  /** The core runs and has not answered for about a minute. */
  onSilent: () => void
  notOpen: Pick<NotOpenInbounds, 'expect' | 'outcome' | 'forget'>
  /** The backlog began, or was sent completely. */
  onBacklog: () => void
  timers: Timers
}

/** The author of configurations that no change caused. */
export const panelItself: Actor = { kind: 'job', name: 'core', address: '' }

/** Brings the running core to the stored state: in minimal steps, one at a time, retried if one was lost. */
export function createReconciler(deps: Deps) {
  const { db, bulkReads, log } = deps
  const serial = createSerial()
  let connected: Connected | undefined
  let pending: RestartReason[] = []
  /** An adopted core has rules of an earlier panel: their tags must differ from ours. */
  const life = randomBytes(4).toString('hex')
  let generation = 0
  let author: Actor = panelItself
  /** The core's message about a refused step. */
  let refusal = ''
  /** Clients refused for a while, and which core has which of these rules; unknown for a core of an earlier panel. */
  let front: readonly Block[] = []
  let shown: { core: Connected; front: readonly Block[] } | undefined

  const desiredFor = (template: Block, past: readonly PastInbound[] = []): Promise<Desired> =>
    readDesired(db.read, { template, hidden: deps.hidden(), past })

  const fullSection = async (id: number) =>
    JSON.parse(await bulkReads.text({ kind: 'coreInbound', id, secret: deps.secret() })) as Record<
      string,
      unknown
    >

  /** A lost step is found again by comparing everything, so it need not be remembered. */
  const retry = createRetry({
    timers: deps.timers,
    attempt: heal,
    onGiveUp: () => {
      log.error('the core has not answered for more than a minute')
      deps.onSilent()
    },
  })

  const answering = () => (retry.isSilent() ? undefined : connected)
  const users = createUsers({
    db,
    bulkReads,
    log,
    core: answering,
    lost,
    cut: deps.cut,
    onBacklog: deps.onBacklog,
    timers: deps.timers,
  })

  /** A core that has ended is not a failure: the next one starts with everything. */
  function lost(core: Connected, error: unknown, what: string): void {
    if (connected !== core) return
    const kind = error instanceof CoreError ? error.kind : 'refused'
    log.error({ err: error, kind, what }, 'the core did not apply a change; it will be retried')
    refusal = kind === 'unavailable' ? '' : messageOf(error)
    retry.need(kind === 'unavailable')
    if (retry.isSilent()) users.lanes.forget()
  }

  /** A refused step does not stop the others; it is planned again next time. */
  async function carryOut(core: Connected, steps: readonly LiveOperation[], reason: string) {
    const refused: LiveOperation[] = []
    await core.prepare(steps)
    for (let i = 0; i < steps.length; i++) {
      const [first, next] = [steps[i] as LiveOperation, steps[i + 1]] // within the list
      const together = next && isSwap(first, next) ? [first, next] : [first]
      i += together.length - 1
      const step = together.at(-1) as LiveOperation // there is at least one
      try {
        await core.execute(together)
        await deps.notOpen.outcome(step)
      } catch (error) {
        lost(core, error, reason)
        if (connected !== core || retry.isSilent()) return undefined
        refused.push(step)
        await deps.notOpen.outcome(step, messageOf(error))
      }
    }
    return refused
  }

  /** Front rules are sent as their own generation when they change, and with every other generation. */
  async function syncFront(): Promise<void> {
    const core = connected
    if (!core || retry.isSilent() || (shown?.core === core && shown.front === front)) return
    const wanted = front
    try {
      if (wanted.length > 0 && !(await core.api.outboundTags()).includes(refusalOutbound.tag))
        await core.execute([{ op: 'addOutbound', section: refusalOutbound }])
      const runs = (await core.api.listRules()).some(({ ruleTag }) => ruleTag.startsWith(frontPrefix))
      if (wanted.length > 0 || runs) {
        const rules = rulesWithFront(`${life}-${++generation}`, wanted, core.config.routing.rules)
        await core.execute([{ op: 'replaceRules', routing: { rules } }])
      }
      shown = { core, front: wanted }
    } catch (error) {
      lost(core, error, 'refusals')
    }
  }

  /** Returns the inbounds that the core got again with all clients. */
  const syncConfig = (reason: string): Promise<ReadonlySet<number>> =>
    users.lanes.alone(() => syncAlone(reason))

  async function syncAlone(reason: string): Promise<ReadonlySet<number>> {
    const core = answering()
    if (!core) return new Set()
    const desired = await desiredFor(await deps.template())
    const next = plan(core.config, desired.config)
    pending = next.restart
    deps.notOpen.expect(desired.inbounds.values())
    const steps = await liveOperations(
      next.operations,
      desired.inbounds,
      fullSection,
      `${life}-${++generation}`,
      shown?.core === core ? shown.front : [],
    )
    const refused = await carryOut(core, steps, reason)
    if (!refused) return new Set()
    const gone = goneFor([...core.inbounds.values()], steps, refused)
    core.config = withoutRefused(core.config, next.after, refused)
    core.inbounds = runningInbounds(desired, core.config)
    const whole = cameWhole(core.inbounds, steps, refused)
    users.lanes.cameWhole(whole)
    for (const inbound of gone)
      await deps
        .endInbound(inbound)
        .catch((error) =>
          log.warn({ err: error, tag: inbound.tag }, 'failed to end the connections of a removed inbound'),
        )
    if (steps.length > refused.length) await deps.onApplied(core.config, reason, author)
    return whole
  }

  /** Plans what the core no longer has as new. */
  async function noticeMissing(core: Connected): Promise<void> {
    const [inbounds, outbounds] = await Promise.all([core.api.inboundTags(), core.api.outboundTags()])
    const { config } = core
    core.config = {
      ...config,
      inbounds: config.inbounds.filter((i) => !i.tag || inbounds.includes(i.tag)),
      outbounds: config.outbounds.filter((o) => !o.tag || outbounds.includes(String(o.tag))),
    }
  }

  async function heal(): Promise<void> {
    await serial(healConfig)
    await users.check()
  }

  async function healConfig(): Promise<void> {
    const core = connected
    if (!core) return
    try {
      await core.api.sysStats() // tells within its deadline whether the core answers
    } catch (error) {
      lost(core, error, 'check')
      throw error
    }
    retry.answered()
    refusal = ''
    await noticeMissing(core)
    await syncFront()
    await syncConfig('check')
  }

  return {
    desiredFor,
    /** One inbound with its clients. */
    section: fullSection,
    /** The configuration that the core would get now, with clients. */
    currentText: async () =>
      bulkReads.text({
        kind: 'coreConfig',
        template: await deps.template(),
        apiListen,
        secret: deps.secret(),
      }),
    async connect(core: Connected) {
      await serial(async () => {
        connected = core
        pending = []
        refusal = ''
        deps.notOpen.forget()
        retry.forget()
        users.lanes.forget()
        await syncFront()
        await syncConfig('start') // what changed while it was starting
      })
      await users.check()
    },
    disconnect(api: CoreApi) {
      if (connected?.api !== api) return
      connected = undefined
      deps.notOpen.forget()
      retry.forget()
      users.lanes.forget()
    },
    clients: users.changed,
    /** User changes that are still to be sent to the core. */
    backlog: users.lanes.state,
    /** Refuses exactly the listed clients, on every core from now on. */
    refuse: (list: readonly Refused[]) => {
      front = frontRules(list)
      return serial(syncFront)
    },
    config: (reason: string, by: Actor) =>
      serial(() => {
        author = by
        return syncConfig(reason)
      }),
    /** Who last changed the configuration: the author of what waited for a restart. */
    author: () => author,
    verify: heal,
    /** What waits for a restart, and what the running core refused. */
    pending: (): readonly RestartReason[] =>
      refusal === ''
        ? pending
        : [...pending, { section: '', because: coded('restart.refused', { reason: refusal }) }],
    isSilent: retry.isSilent,
    stop: retry.forget,
    connected: () => connected,
  }
}

export type Reconciler = ReturnType<typeof createReconciler>

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
