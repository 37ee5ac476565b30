import { randomBytes } from 'node:crypto'
import type { RestartReason } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { plan } from '#domain/core-config/plan.ts'
import { coded } from '#domain/refusal.ts'
import { sameJson } from '#domain/untyped.ts'
import { createSerial } from '../../platform/db/serial.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Base } from '../../settings/base-services.ts'
import type { CoreApi } from '../api/client.ts'
import { isSwap, type LiveOperation } from '../api/execute.ts'
import type { CoreEvents, CoreHooks } from '../hooks.ts'
import { writeApplied } from '../process/record.ts'
import type { ConfigHistory } from './config-history.ts'
import type { Desired, DesiredState } from './desired.ts'
import { createFixedUsers } from './fixed-users.ts'
import { type Connected, createLink, messageOf } from './link.ts'
import { liveOperations } from './live.ts'
import type { NotOpenInbounds } from './not-open.ts'
import { type Refused, refusalOutbound, refusalPrefix, refusalRules, withRefusals } from './refusal-rules.ts'
import { createUserCheck } from './user-check.ts'
import { createUserPlanner } from './user-plan.ts'
import { createUserQueue } from './user-queue.ts'

interface Deps extends Pick<Base, 'db' | 'bulkReads' | 'timers' | 'log'> {
  desired: DesiredState
  history: ConfigHistory
  notOpen: NotOpenInbounds
  hooks: CoreHooks
  events: CoreEvents
  dataFolder: string
}

/** The author of configurations that no change caused. */
export const panelItself: Actor = { kind: 'job', name: 'core', address: '' }

/** Brings the running core to the stored state: in minimal steps, one at a time, retried if one was lost. */
export function createReconciler(deps: Deps) {
  const { desired, history, notOpen, hooks, log } = deps
  const serial = createSerial()
  const link = createLink(deps, heal)
  const fixed = createFixedUsers({ ...deps, replace: (tags) => serial(() => syncConfig('clients', tags)) })
  const planner = createUserPlanner(deps.db, desired)
  const queue = createUserQueue({
    ...deps,
    link,
    planner: {
      async plan(items, running) {
        const core = link.answering()
        const all = await planner.plan(items, running, core?.renaming)
        return core ? fixed.carriable(core, all) : all
      },
    },
    now: Date.now,
  })
  const { checkUsers, renameUsers } = createUserCheck({ ...deps, link, queue, fixed })
  let pending: RestartReason[] = []
  /** An adopted core has rules of an earlier panel: their tags must differ from ours. */
  const life = randomBytes(4).toString('hex')
  let generation = 0
  let author: Actor = panelItself
  /** Clients refused for a while, and which core has which of these rules; unknown for a core of an earlier panel. */
  let refusals: readonly Block[] = []
  let shown: { core: Connected; refusals: readonly Block[] } | undefined

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
        await notOpen.outcome(step)
      } catch (error) {
        link.lost(core, error, reason)
        if (link.answering() !== core) return undefined
        refused.push(step)
        await notOpen.outcome(step, messageOf(error))
      }
    }
    return refused
  }

  /** Refusal rules are sent as their own generation when they change, and with every other generation. */
  async function syncRefusals(): Promise<void> {
    const core = link.answering()
    if (!core || (shown?.core === core && shown.refusals === refusals)) return
    const wanted = refusals
    try {
      if (wanted.length > 0 && !(await core.api.outboundTags()).includes(refusalOutbound.tag))
        await core.execute([{ op: 'addOutbound', section: refusalOutbound }])
      const runs = (await core.api.listRules()).some(({ ruleTag }) => ruleTag.startsWith(refusalPrefix))
      if (wanted.length > 0 || runs) {
        const rules = withRefusals(`${life}-${++generation}`, wanted, core.config.routing.rules)
        await core.execute([{ op: 'replaceRules', routing: { rules } }])
      }
      shown = { core, refusals: wanted }
    } catch (error) {
      link.lost(core, error, 'refusals')
    }
  }

  /** Returns the inbounds that the core got again with all clients: those that changed, and `again`. */
  const syncConfig = (reason: string, again?: ReadonlySet<string>): Promise<ReadonlySet<number>> =>
    queue.alone(() => syncAlone(reason, again))

  async function syncAlone(reason: string, again?: ReadonlySet<string>): Promise<ReadonlySet<number>> {
    const core = link.answering()
    if (!core) return new Set()
    const wanted = await desired.now()
    const next = plan(again ? unlike(core.config, again) : core.config, wanted.config)
    pending = next.restart
    notOpen.expect(wanted.inbounds.values())
    const steps = await liveOperations(
      next.operations,
      wanted.inbounds,
      desired.section,
      `${life}-${++generation}`,
      shown?.core === core ? shown.refusals : [],
    )
    const refused = await carryOut(core, steps, reason)
    if (!refused) return new Set()
    const done = steps.filter((step) => !refused.includes(step))
    const gone = goneFor([...core.inbounds.values()], steps, done)
    core.config = withoutRefused(core.config, next.after, refused)
    const before = core.inbounds
    core.inbounds = runningInbounds(wanted, core.config)
    const added = addedWithClients(core.inbounds, done)
    queue.addedWithClients(added)
    for (const id of withOtherUsers(before, core.inbounds)) if (!added.has(id)) core.renaming.add(id)
    for (const inbound of gone)
      await hooks
        .endInbound(inbound)
        .catch((error) =>
          log.warn({ err: error, tag: inbound.tag }, 'failed to end the connections of a removed inbound'),
        )
    if (steps.length > refused.length) {
      writeApplied(deps.dataFolder, core.record, core.config)
      await history.note(core.config, reason, author)
    }
    return added
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
    await checkUsers()
  }

  async function healConfig(): Promise<void> {
    const core = link.connected()
    if (!core) return
    try {
      await core.api.sysStats() // tells within its deadline whether the core answers
    } catch (error) {
      link.lost(core, error, 'check')
      throw error
    }
    link.answered()
    await noticeMissing(core)
    await syncRefusals()
    await syncConfig('check')
  }

  /** Another core runs, or none. */
  function switchTo(core: Connected | undefined): void {
    link.set(core)
    notOpen.forget()
    queue.forget()
  }

  return {
    link,
    async connect(core: Connected) {
      await serial(async () => {
        switchTo(core)
        pending = []
        await syncRefusals()
        await syncConfig('start') // what changed while it was starting
      })
      await checkUsers()
    },
    disconnect(api: CoreApi) {
      if (link.connected()?.api === api) switchTo(undefined)
    },
    clients(...change: Parameters<typeof queue.changed>): Promise<void> {
      if (!link.answering()) fixed.miss()
      return queue.changed(...change)
    },
    /** User changes that are still to be sent to the core. */
    backlog: queue.state,
    /** Refuses exactly the listed clients, on every core from now on. */
    refuse: (list: readonly Refused[]) => {
      refusals = refusalRules(list)
      return serial(syncRefusals)
    },
    async config(reason: string, by: Actor) {
      const added = await serial(() => {
        author = by
        return syncConfig(reason)
      })
      void renameUsers().catch((error) => log.error({ err: error }, 'failed to rename users in the core'))
      return added
    },
    /** Who last changed the configuration: the author of what waited for a restart. */
    author: () => author,
    verify: heal,
    /** What waits for a restart, and what the running core refused. */
    pending: (): readonly RestartReason[] => {
      const reason = link.refusal()
      return reason === ''
        ? pending
        : [...pending, { section: '', because: coded('restart.refused', { reason }) }]
    },
  }
}

export type Reconciler = ReturnType<typeof createReconciler>

/** Inbounds that the plan left unchanged (they wait for a restart) still have the old form for their users. */
const runningInbounds = (desired: Desired, after: CoreConfig): Desired['inbounds'] => {
  const tags = new Set(after.inbounds.map((i) => i.tag))
  return new Map([...desired.inbounds].filter(([, i]) => tags.has(i.tag)))
}

/** Inbounds on which bytes began or ceased to be counted apart, or addresses got or lost keys of their own. */
const withOtherUsers = (before: Desired['inbounds'], now: Desired['inbounds']): number[] =>
  [...now].flatMap(([id, inbound]) => {
    const was = before.get(id)
    const isSame =
      was?.countedApart === inbound.countedApart && sameJson(was?.addressKeys, inbound.addressKeys)
    return was && !isSame ? [id] : []
  })

/** With other settings in these inbounds, so that a plan adds them again. */
const unlike = (config: CoreConfig, tags: ReadonlySet<string>): CoreConfig => ({
  ...config,
  inbounds: config.inbounds.map((inbound) =>
    tags.has(inbound.tag) ? { ...inbound, settings: {} } : inbound,
  ),
})

/** The tags of what these steps add. */
const addedBy = (steps: readonly LiveOperation[], op: 'addInbound' | 'addOutbound'): ReadonlySet<string> =>
  new Set(steps.flatMap((step) => (step.op === op ? [String(step.section.tag)] : [])))

/** Removes the effect of refused steps, so that the next plan includes them again. */
function withoutRefused(
  before: CoreConfig,
  after: CoreConfig,
  refused: readonly LiveOperation[],
): CoreConfig {
  if (refused.length === 0) return after
  const [inbounds, outbounds] = [addedBy(refused, 'addInbound'), addedBy(refused, 'addOutbound')]
  return {
    ...after,
    inbounds: after.inbounds.filter((i) => !inbounds.has(i.tag)),
    outbounds: after.outbounds.filter((o) => !outbounds.has(String(o.tag))),
    ...(refused.some((o) => o.op === 'replaceRules') && { routing: before.routing }),
  }
}

/** Inbounds that these steps removed for good; a replaced one continues. */
function goneFor(
  before: readonly SectionSource[],
  steps: readonly LiveOperation[],
  done: readonly LiveOperation[],
): SectionSource[] {
  const removed = new Set(done.flatMap((o) => (o.op === 'removeInbound' ? [o.tag] : [])))
  const added = addedBy(steps, 'addInbound')
  return before.filter(({ tag }) => removed.has(tag) && !added.has(tag))
}

/** Inbounds that these steps added, with all clients stored at that time. */
function addedWithClients(
  running: ReadonlyMap<number, SectionSource>,
  done: readonly LiveOperation[],
): ReadonlySet<number> {
  const added = addedBy(done, 'addInbound')
  return new Set([...running].filter(([, { tag }]) => added.has(tag)).map(([id]) => id))
}
