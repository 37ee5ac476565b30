import { oldestCounted } from '#domain/entries/state.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import {
  isBlockedForAnEye,
  isOldBlocked,
  isOldEntry,
  isReached,
  plannedAt,
} from '#domain/rotation/progress.ts'
import type { Core } from '../core/room.ts'
import type { Inbounds } from '../inbounds/service.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Base } from '../settings/base-services.ts'
import { createRotationService } from './service.ts'
import { createRotationStore, type Run } from './store.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'log' | 'now' | 'settings'> {
  core: Pick<Core, 'status' | 'notOpen'>
  inbounds: Pick<Inbounds, 'serve' | 'tryOut'>
  onlineByInbound: () => Promise<readonly { id: number; online: number }[]>
}

const tickMs = 60_000
/** After one that could not begin, and between two by verdict. */
const pauseMs = 3_600_000
const actor = { kind: 'job', name: 'rotation', address: '' } as const

/**
 * New ports, addresses, server names and short ids of inbounds come into service beside the old ones, which are retired
 * when enough clients have fetched. Owns `rotation_rules` and `rotations`; the inbounds room writes what is served.
 */
export function createRotation({ log, settings, core, ...deps }: Deps) {
  const { db, commit, now } = deps
  const store = createRotationStore(db)
  const service = createRotationService({ ...deps, store })

  /** What the checks saw lately; nothing while they are off. */
  async function seen(id: number) {
    const { entryCheckMinutes: every } = settings.current()
    return every === 0 ? [] : store.seen(id, oldestCounted(every, now()))
  }

  const isListening = (id: number): boolean =>
    core.status().state === 'running' && !core.notOpen().some((one) => one.id === id)

  async function finish(id: number, userId: number, run: Run): Promise<void> {
    const { rules } = await store.rulesOf(db.read, id)
    const by = { userId, actor }
    const isVerdict = rules.onVerdict && isOldBlocked(await seen(id), isOldEntry(run.fresh))
    if (isVerdict) return service.retire(id, 'verdict', by)
    if (isReached(await service.progress(id, userId), rules.percent)) await service.retire(id, 'fetched', by)
  }

  async function dueCause(id: number, last: Run | undefined): Promise<'plan' | 'verdict' | undefined> {
    const { rules, savedAt, problemAt } = await store.rulesOf(db.read, id)
    if (now() - problemAt < pauseMs) return undefined
    const began = last?.began_at ?? 0
    const planned = plannedAt(rules.everyDays, Math.max(savedAt, began))
    if (planned > 0 && now() >= planned) return 'plan'
    const mayJudge = rules.onVerdict && now() - began >= pauseMs
    return mayJudge && isBlockedForAnEye(await seen(id), isListening(id)) ? 'verdict' : undefined
  }

  async function look({ id, userId }: { id: number; userId: number }): Promise<void> {
    const [last] = await store.runs(db.read, id)
    if (last?.ended_at === 0) return finish(id, userId, last)
    const cause = await dueCause(id, last)
    if (!cause) return
    try {
      await service.start(id, cause, undefined, { userId, actor })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await commit.upkeep((tx) => store.saveProblem(tx, id, codedOf(error), now()))
    }
  }

  async function run(): Promise<void> {
    await commit.upkeep(store.prune)
    for (const inbound of await store.inbounds())
      await look(inbound).catch((error: unknown) =>
        log.warn({ err: error, inbound: inbound.id }, 'a rotation was not looked at'),
      )
  }

  const job: Job = { name: 'rotation', everyMs: tickMs, leaderOnly: true, run }
  return { ...service, job, stuck: store.stuck }
}

export type RotationRoom = ReturnType<typeof createRotation>
