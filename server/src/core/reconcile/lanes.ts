import type { Clock } from '../../platform/clock.ts'
import type { Timers } from '../../platform/jobs/timers.ts'
import type { UserOperation } from '../api/execute-users.ts'
import { createBacklog, itemId } from './backlog.ts'
import { createGate } from './gate.ts'
import { createSlots } from './slots.ts'
import type { Cut, UserItem, UserPlan } from './user-plan.ts'

/** Progress of the backlog. */
export interface BacklogState {
  left: number
  total: number
  startedAt: number
}

/** The user side of a core; a different object for every process. */
export interface UserCore {
  plan(items: readonly UserItem[]): Promise<UserPlan>
  send(operations: readonly UserOperation[]): Promise<void>
  /** The same for many users that no request waits for. */
  sendBulk(operations: readonly UserOperation[]): Promise<void>
}

interface Deps extends Clock {
  /** The running core, if it answers. */
  core(): UserCore | undefined
  /** Ends the open connections of a removed client. */
  cut(email: string, tags: readonly string[]): Promise<void>
  failed(core: UserCore, error: unknown): void
  /** The backlog began or ended. */
  onBacklog(): void
  timers: Timers
  limits?: { singles?: number; portion?: number; portions?: number; cuts?: number }
}

const lanes = { removal: 0, edit: 1 } as const
/** The backlog gets a turn this often, however many edits come. */
const turnMs = 25
/** An edit is often followed by another: the backlog pauses this long. */
const calmMs = 20

/**
 * How user changes reach the core. Removals first, then changes that a request waits for, then the backlog, in which
 * inbounds take turns. No request waits for the backlog. What is sent is planned from the database when it is sent, so
 * a client that left the backlog early is not sent twice, and one that was removed in the meantime does not come back.
 */
export function createLanes(deps: Deps) {
  const { singles = 16, portion = 32, portions = 4, cuts: mostCuts = 512 } = deps.limits ?? {}
  const backlog = createBacklog()
  const gate = createGate()
  const inSlot = createSlots(singles)
  /** Users that are being sent: two operations for the same one never overlap. */
  const busy = new Map<string, Promise<void>>()
  let edits = 0
  let lastEdit = Number.NEGATIVE_INFINITY
  let sending = 0
  /** Includes portions whose connections have not all ended yet. */
  let open = 0
  let cutting = 0
  let turn: (() => void) | undefined
  let soon: NodeJS.Immediate | undefined
  let progress: { total: number; done: number; startedAt: number } | undefined
  const whenIdle: (() => void)[] = []
  /** Users sent since a check of the core's list began, per check. */
  const checks = new Set<Set<string>>()

  const isFree = (item: UserItem) => !busy.has(itemId(item))

  /** Locks these users for one piece of work. */
  async function holding<T>(items: readonly UserItem[], work: () => Promise<T>): Promise<T> {
    const ids = items.map(itemId)
    for (;;) {
      const others = ids.flatMap((id) => busy.get(id) ?? [])
      if (others.length === 0) break
      await Promise.all(others)
    }
    const run = work()
    const over = run.then(
      () => {},
      () => {},
    )
    for (const id of ids) {
      busy.set(id, over)
      for (const check of checks) check.add(id)
    }
    try {
      return await run
    } finally {
      for (const id of ids) if (busy.get(id) === over) busy.delete(id)
    }
  }

  /**
   * Plans and sends; returns the connections that are left to end. Nothing to do if the core ended meanwhile: the next
   * one starts with everything.
   */
  function sent(items: readonly UserItem[], how: 'single' | 'bulk'): Promise<Cut[]> {
    return gate.shared(async () => {
      const core = deps.core()
      if (!core) return []
      try {
        const { operations, cuts } = await core.plan(items)
        if (operations.length === 0 || deps.core() !== core) return []
        const removes = operations.some(({ op }) => op === 'removeUser')
        if (how === 'bulk') await core.sendBulk(operations)
        else await inSlot(removes ? lanes.removal : lanes.edit, () => core.send(operations))
        return cuts
      } catch (error) {
        deps.failed(core, error)
        return []
      }
    })
  }

  /** Outside all queues: ending connections takes a second. Clients that remain are added again afterwards. */
  async function endSessions({ email, tags, again }: Cut): Promise<void> {
    cutting++
    try {
      await deps.cut(email, tags)
      await sent(again, 'single')
    } finally {
      cutting--
    }
  }

  async function settle(items: readonly UserItem[]): Promise<void> {
    if (items.length === 0) return
    const mine = items.map(backlog.pull)
    await holding(mine, async () => {
      const cuts = await sent(mine, 'single')
      await Promise.all(cuts.map(endSessions))
    })
  }

  function pump(): void {
    turn?.()
    turn = undefined
    if (sending < portions && cutting <= mostCuts) {
      const isCalm = edits === 0 && deps.now() - lastEdit >= calmMs
      const items = backlog.take(portion, isFree, isCalm ? undefined : 'removals')
      if (items.length > 0) {
        void feed(items)
        pumpSoon()
      }
    }
    if (backlog.size() > 0 && sending === 0) waitForTurn()
    if (isIdle()) rest()
  }

  const isIdle = () => backlog.size() === 0 && open === 0

  /** Planning a portion takes a millisecond or two: yields to the event loop in between. */
  function pumpSoon(): void {
    if (soon || sending >= portions) return
    soon = setImmediate(() => {
      soon = undefined
      pump()
    })
  }

  /** Waits behind continuous edits, and behind users that are being sent. */
  function waitForTurn(): void {
    turn ??= deps.timers.after(turnMs, () => {
      turn = undefined
      const items = backlog.take(portion, isFree)
      if (items.length > 0) void feed(items)
      else pump()
    })
  }

  async function feed(items: UserItem[]): Promise<void> {
    sending++
    open++
    let over = false
    const done = () => {
      if (over) return
      over = true
      sending--
      if (progress) progress.done += items.length
      pumpSoon()
    }
    await holding(items, async () => {
      const cuts = await sent(items, 'bulk')
      done() // the next portion does not wait for connections to end
      await Promise.all(cuts.map(endSessions))
    }).finally(done)
    open--
    pump()
  }

  function rest(): void {
    for (const go of whenIdle.splice(0)) go()
    if (!progress) return
    progress = undefined
    deps.onBacklog()
  }

  return {
    /** A request waits for this: `later` follows when the connections of `first` have ended. */
    async edit({ first, later }: { first: UserItem[]; later: UserItem[] }): Promise<void> {
      edits++
      try {
        await settle(first)
        await settle(later)
      } finally {
        edits--
        lastEdit = deps.now()
        if (edits === 0) pump()
      }
    },
    /** No request waits for these. */
    bulk(items: readonly UserItem[]): void {
      let fresh = 0
      for (const item of items) if (backlog.put(item)) fresh++
      const began = progress === undefined && fresh > 0
      progress ??= { total: 0, done: 0, startedAt: deps.now() }
      progress.total += fresh
      if (began) deps.onBacklog()
      pump()
    },
    /** For a change of the inbounds: no user is being sent meanwhile. */
    alone: gate.exclusive,
    /** These inbounds were added again with all their clients. */
    cameWhole(inboundIds: Iterable<number>): void {
      for (const id of inboundIds) {
        const dropped = backlog.dropAdditions(id)
        if (progress) progress.done += dropped
      }
    },
    /** Compares the core's list with the stored one, ignoring users that changed meanwhile or are queued. */
    async checked(find: () => Promise<readonly UserItem[]>): Promise<UserItem[]> {
      const seen = new Set(busy.keys())
      checks.add(seen)
      try {
        const found = await find()
        return found.filter((item) => !seen.has(itemId(item)) && !backlog.has(item))
      } finally {
        checks.delete(seen)
      }
    },
    /** The core is gone or does not answer: the next check finds all differences again. */
    forget(): void {
      backlog.clear()
      if (isIdle()) rest()
    },
    /** Resolves when the whole backlog has been sent and the connections that it ends have ended. */
    idle: (): Promise<void> =>
      isIdle() ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve)),
    state(): BacklogState | undefined {
      if (!progress || isIdle()) return undefined
      const { total, done, startedAt } = progress
      return { left: Math.max(0, total - done), total, startedAt }
    },
  }
}

export type Lanes = ReturnType<typeof createLanes>
