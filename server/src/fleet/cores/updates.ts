import type { NodeCores, PlannedNode } from '#contract/node-cores-api.ts'
import { followers, left, turnOf, waiting, withNode } from '#domain/nodes/core-update.ts'
import { codedList, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { isBetween } from '#domain/time-of-day.ts'
import { PINNED_VERSION, plainVersion } from '../../core/binary/binary-version.ts'
import { readNote } from '../../core/binary/trusted-binary.ts'
import type { Core } from '../../core/room.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { zoneOf } from '../../platform/system-time-zone.ts'
import type { Base } from '../../settings/base-services.ts'
import type { NodeRow } from '../registry/calls.ts'
import type { Heartbeat } from '../registry/heartbeat.ts'
import type { createCoreInstall } from './install.ts'
import type { Losses } from './losses.ts'
import type { createCorePlan } from './plan.ts'
import { askToStop, insertUpdate, lastUpdate, saveUpdate, shownUpdate, type Update } from './store.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'log' | 'now' | 'settings'> {
  core: { provider: Pick<Core['provider'], 'located' | 'version'> }
  heartbeat: Pick<Heartbeat, 'beat' | 'nodes'>
  plan: ReturnType<typeof createCorePlan>
  install: ReturnType<typeof createCoreInstall>
  losses: Pick<Losses, 'now'>
}

const everyMs = 5_000
/** Between two looks at who does not have this panel's version yet. */
const followEveryMs = 600_000
const byItself: Actor = { kind: 'job', name: 'node-cores', address: '' }

function versionOf(text: string): string {
  const version = plainVersion(text)
  if (version) return version
  throw new Refusal('core.version-invalid', { text, example: `v${PINNED_VERSION}` }, 'version')
}

export interface Asked {
  ids: readonly number[]
  /** Archives that were compared. */
  confirmed: readonly string[]
  force: boolean
}

/** Nodes that are asked for: each must be able to, its archive be compared, and no client lose an entry unawares. */
function chosen(plan: readonly PlannedNode[], { ids, confirmed, force }: Asked) {
  const found = [...new Set(ids)].map((id) => {
    const node = plan.find((one) => one.id === id)
    if (!node) throw new Refusal('node.missing', { id }, 'ids')
    const { name, state, reason, reasonCoded, known, asset, sha256 } = node
    if (state === 'unable')
      throw new Refusal('node.cannot-update-core', { node: name, reason: reasonCoded ?? reason }, 'ids')
    if (state === 'ready' && !known && !confirmed.includes(sha256))
      throw new Refusal('node.core-unconfirmed', { node: name, asset, hash: sha256 }, 'sha256')
    const [lost, ...more] = node.losses.filter(({ blocks }) => blocks).map(({ coded }) => coded)
    if (state === 'ready' && lost && !force)
      throw new Refusal('node.core-loses', { node: name, reasons: codedList([lost, ...more]) }, 'force')
    return node
  })
  const ready = found.filter(({ state }) => state === 'ready')
  if (ready.length === 0) throw new Refusal('node.cores-there', {}, 'ids')
  return ready
}

/**
 * Another version of the core for nodes, one after the other: the first failure ends it. The plan is stored, so that a panel
 * that was restarted, or another one on the same database, goes on where it was.
 */
export function createNodeCores(deps: Deps) {
  const { db, commit, now, settings, log, heartbeat, plan, install } = deps
  let followAt = 0

  const begin = async (
    update: Pick<Update, 'version' | 'cause' | 'confirmed'>,
    nodes: PlannedNode[],
    by: Actor,
  ) =>
    commit(by, async (tx) => {
      if ((await lastUpdate(tx))?.endedAt === 0) throw new Refusal('node.cores-going-on')
      await insertUpdate(tx, { ...update, beganAt: now(), nodes: nodes.map(waiting) })
      const names = nodes.map(({ name }) => name).join(', ')
      const action = {
        action: 'node.cores',
        objectKind: 'node',
        object: `v${update.version}: ${names}`,
      } as const
      return { result: await lastUpdate(tx), action }
    })

  /** Within the operator's window, nodes with an older core take over the version of this panel. */
  async function follow(): Promise<void> {
    const { nodeCoresFollow, nodeCoresFrom, nodeCoresTo } = settings.current()
    if (!nodeCoresFollow || now() < followAt) return
    if (!isBetween(now(), nodeCoresFrom, nodeCoresTo, zoneOf(settings.current()))) return
    followAt = now() + followEveryMs
    const version = plainVersion(deps.core.provider.version())
    const path = deps.core.provider.located()
    const last = await lastUpdate(db.read)
    const hasFailed = last?.version === version && last?.nodes.some(({ state }) => state === 'failed')
    if (!version || !path || hasFailed) return // after a failure an operator looks first
    const archive = readNote(path)?.release
    const confirmed = archive ? [archive] : []
    const nodes = followers(await plan(version), version, confirmed)
    if (nodes.length > 0) await begin({ version, cause: 'window', confirmed }, nodes, byItself)
  }

  const isTimeOver = ({ cause }: Update): boolean => {
    const { nodeCoresFollow, nodeCoresFrom, nodeCoresTo } = settings.current()
    const isOpen = isBetween(now(), nodeCoresFrom, nodeCoresTo, zoneOf(settings.current()))
    return cause === 'window' && !(nodeCoresFollow && isOpen)
  }

  /** What the node would fetch is looked at again: its turn may come an hour after the plan. */
  async function one(row: NodeRow, { version, confirmed }: Update, signal: AbortSignal): Promise<void> {
    const offer = (await plan(version, row.id))[0]
    if (!offer || offer.state === 'there') return
    const [sure = offer] = chosen([offer], { ids: [row.id], confirmed, force: true })
    await install(row, version, sure, signal)
  }

  async function turn(update: Update, id: number, signal: AbortSignal): Promise<void> {
    const save = (news: Update) => commit.upkeep((tx) => saveUpdate(tx, news))
    const running = withNode(update, id, { state: 'running' })
    await save(running)
    try {
      const row = (await heartbeat.nodes()).find((node) => node.id === id)
      if (!row) throw new Refusal('node.missing', { id })
      await one(row, update, signal)
      await save(withNode(running, id, { state: 'done' }))
    } catch (error) {
      if (signal.aborted) throw error // it stays the one whose turn it is
      const why = codedOf(error)
      log.warn({ err: error, node: id, version: update.version }, 'a node does not have the new core')
      const failed = withNode(running, id, { state: 'failed', reason: inEnglish(why), reasonCoded: why })
      const node = failed.nodes.find((other) => other.id === id)?.name ?? ''
      const params = { node, version: update.version, reason: inEnglish(why) }
      await commit(byItself, async (tx) => {
        await saveUpdate(tx, failed)
        return { result: undefined, alert: { kind: 'node.core-failed', params } }
      })
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    if ((await heartbeat.nodes()).length === 0) return
    for (let update = await lastUpdate(db.read); update?.endedAt === 0; update = await lastUpdate(db.read)) {
      if (signal.aborted) return
      const current = { ...update, stopping: update.stopping || isTimeOver(update) }
      const next = turnOf(current)
      if (next) await turn(current, next.id, signal)
      else await commit.upkeep((tx) => saveUpdate(tx, { ...left(current), endedAt: now() }))
    }
    await follow()
  }

  const job: Job = { name: 'node-cores', everyMs, leaderOnly: true, run }
  return {
    job,
    now: deps.losses.now,
    plan: async (text: string): Promise<PlannedNode[]> => plan(versionOf(text)),
    async state(): Promise<NodeCores | null> {
      const last = await lastUpdate(db.read)
      return last ? shownUpdate(last) : null
    },
    async start(
      {
        version: text,
        sha256: confirmed,
        ...asked
      }: Omit<Asked, 'confirmed'> & { version: string; sha256: string[] },
      actor: Actor,
    ): Promise<NodeCores> {
      const version = versionOf(text)
      const nodes = chosen(await plan(version), { ...asked, confirmed })
      const begun = await begin({ version, cause: 'operator', confirmed }, nodes, actor)
      if (!begun) throw new Refusal('node.cores-going-on')
      return shownUpdate(begun)
    },
    stop: (): Promise<NodeCores | null> =>
      commit.upkeep(async (tx) => {
        const last = await lastUpdate(tx)
        if (last?.endedAt === 0) await askToStop(tx, last.id)
        const stopped = await lastUpdate(tx)
        return stopped ? shownUpdate(stopped) : null
      }),
  }
}
