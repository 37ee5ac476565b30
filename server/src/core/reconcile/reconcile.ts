import { randomBytes } from 'node:crypto'
import type { RestartReason } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { plan } from '#domain/core-config/plan.ts'
import type { HiddenBytes } from '#domain/core-config/users.ts'
import type { Lists } from '../../platform/bulk-reads/lists.ts'
import type { CoreApi } from '../../platform/core-api/client.ts'
import { CoreError } from '../../platform/core-api/errors.ts'
import type { Execute, LiveOperation } from '../../platform/core-api/execute.ts'
import type { UserOperation } from '../../platform/core-api/execute-users.ts'
import type { Db } from '../../platform/db/open.ts'
import { createSerial } from '../../platform/db/serial.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Timers } from '../../platform/jobs/timers.ts'
import type { Log } from '../../platform/log.ts'
import { apiListen } from '../process/files.ts'
import { cameWhole, goneFor, runningInbounds, withoutRefused } from './after-plan.ts'
import { type Desired, readDesired } from './desired.ts'
import { frontPrefix, frontRules, type Refused, refusalOutbound, rulesWithFront } from './front-rules.ts'
import { liveOperations } from './live.ts'
import type { NotOpenInbounds } from './not-open.ts'
import { createSecondTry } from './retry.ts'
import { createUsers } from './users.ts'

/** The core that runs, as far as it has to be talked to. */
export interface Connected {
  api: CoreApi
  execute: Execute
  /** The same for many users, where it disturbs nobody. */
  executeBulk(operations: readonly UserOperation[]): Promise<void>
  /** Names this one process of it. */
  startId: string
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
  /** Ends whatever an inbound that is gone still carries. */
  endInbound: (gone: SectionSource) => Promise<void>
  /** A configuration is in force that was not before. */
  onApplied: (config: CoreConfig, reason: string, by: Actor) => Promise<void>
  /** The core runs and has not answered for a minute or so. */
  onSilent: () => void
  notOpen: Pick<NotOpenInbounds, 'expect' | 'outcome' | 'forget'>
  /** Users that nobody waits for began to queue up, or all of them have been sent. */
  onBacklog: () => void
  timers: Timers
}

/** The author of configurations that no change asked for. */
export const panelItself: Actor = { kind: 'job', name: 'core', address: '' }

/** Brings the running core to what is stored: by the smallest steps, one at a time, and again where a step was lost. */
export function createReconciler(deps: Deps) {
  const { db, lists, log } = deps
  const serial = createSerial()
  let connected: Connected | undefined
  let pending: RestartReason[] = []
  /** An adopted core has rules of an earlier panel: theirs and ours must not bear the same names. */
  const life = randomBytes(4).toString('hex')
  let generation = 0
  let author: Actor = panelItself
  /** The core's words about what it did not take. */
  let refusal = ''
  /** Who is refused for a while, and which of it which core has; unknown of one that an earlier panel started. */
  let front: readonly Block[] = []
  let shown: { core: Connected; front: readonly Block[] } | undefined

  const desiredFor = (template: Block): Promise<Desired> =>
    readDesired(db.read, { template, logFolder: deps.logFolder, hidden: deps.hidden() })

  const fullSection = async (id: number) =>
    JSON.parse(await lists.text({ kind: 'coreInbound', id, secret: deps.secret() })) as Record<
      string,
      unknown
    >

  /** What was lost is found again by comparing everything: nobody has to remember what it was. */
  const secondTry = createSecondTry({
    timers: deps.timers,
    attempt: heal,
    onGiveUp: () => {
      log.error('the core has not answered for more than a minute')
      deps.onSilent()
    },
  })

  const answering = () => (secondTry.isSilent() ? undefined : connected)
  const users = createUsers({
    db,
    lists,
    log,
    core: answering,
    lost,
    cut: deps.cut,
    onBacklog: deps.onBacklog,
    timers: deps.timers,
  })

  /** A core that is gone is no failure: the next one is started with everything. */
  function lost(core: Connected, error: unknown, what: string): void {
    if (connected !== core) return
    const kind = error instanceof CoreError ? error.kind : 'refused'
    log.error({ err: error, kind, what }, 'the core did not take a change; it is tried again')
    refusal = kind === 'unavailable' ? '' : messageOf(error)
    secondTry.need(kind === 'unavailable')
    if (secondTry.isSilent()) users.lanes.forget()
  }

  /** One refused step does not hold up the others; what was refused is planned again the next time. */
  async function carryOut(core: Connected, steps: readonly LiveOperation[], reason: string) {
    const refused: LiveOperation[] = []
    for (const step of steps) {
      try {
        await core.execute([step])
        await deps.notOpen.outcome(step)
      } catch (error) {
        lost(core, error, reason)
        if (connected !== core || secondTry.isSilent()) return undefined
        refused.push(step)
        await deps.notOpen.outcome(step, messageOf(error))
      }
    }
    return refused
  }

  /** The rules in front go with a generation of their own when they change, and with every other one. */
  async function syncFront(): Promise<void> {
    const core = connected
    if (!core || secondTry.isSilent() || (shown?.core === core && shown.front === front)) return
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

  /** Says which inbounds the core has anew, with everybody in them. */
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
        .catch((error) => log.warn({ err: error, tag: inbound.tag }, 'its sessions could not be ended'))
    if (steps.length > refused.length) await deps.onApplied(core.config, reason, author)
    return whole
  }

  /** What the core does not have any more is planned as new. */
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
      await core.api.sysStats() // says within its deadline whether there is anybody to talk to
    } catch (error) {
      lost(core, error, 'check')
      throw error
    }
    secondTry.answered()
    refusal = ''
    await noticeMissing(core)
    await syncFront()
    await syncConfig('check')
  }

  return {
    desiredFor,
    /** The configuration as the core would get it now, clients and all. */
    currentText: async () =>
      lists.text({
        kind: 'coreConfig',
        template: await deps.template(),
        apiListen,
        logFolder: deps.logFolder,
        secret: deps.secret(),
      }),
    async connect(core: Connected) {
      await serial(async () => {
        connected = core
        pending = []
        refusal = ''
        deps.notOpen.forget()
        secondTry.forget()
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
      secondTry.forget()
      users.lanes.forget()
    },
    clients: users.changed,
    /** What the core has still to be told of users. */
    backlog: users.lanes.state,
    /** Whoever is listed is refused, and nobody else; stays true of every core that comes. */
    refuse: (list: readonly Refused[]) => {
      front = frontRules(list)
      return serial(syncFront)
    },
    config: (reason: string, by: Actor) =>
      serial(() => {
        author = by
        return syncConfig(reason)
      }),
    /** Who made the last change of the configuration: what waited for a restart is theirs. */
    author: () => author,
    verify: heal,
    /** What waits for a restart, and what the core refused while it runs. */
    pending: (): readonly RestartReason[] =>
      refusal === ''
        ? pending
        : [...pending, { section: '', because: `The core refused a change: ${refusal}` }],
    isSilent: secondTry.isSilent,
    stop: secondTry.forget,
    connected: () => connected,
  }
}

export type Reconciler = ReturnType<typeof createReconciler>

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
