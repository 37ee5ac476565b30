import { createReadWriteLock } from '../../platform/read-write-lock.ts'
import type { Base } from '../../settings/base-services.ts'
import type { ClientChange } from '../../store/changes/change.ts'
import type { CoreEvents, CoreHooks } from '../hooks.ts'
import { createBacklog, itemId } from './backlog.ts'
import type { CoreLink } from './link.ts'
import { type Cut, itemsOf, type UserItem, type UserPlanner } from './user-plan.ts'

interface Deps extends Pick<Base, 'timers' | 'log' | 'now'> {
  link: Pick<CoreLink, 'answering' | 'isSilent' | 'lost'>
  planner: UserPlanner
  hooks: Pick<CoreHooks, 'cut'>
  events: Pick<CoreEvents, 'backlog'>
  limits?: { singles?: number; portion?: number; portions?: number; cuts?: number }
}

/** Removals are sent before other edits. */
const priority = { removal: 0, edit: 1 } as const
/** Fewer operations are not worth a thread. */
const fewOperations = 32
/** The backlog gets a turn this often, however many edits come. */
const turnMs = 25
/** An edit is often followed by another: the backlog pauses this long. */
const calmMs = 20

/**
 * How user changes reach the core. Removals first, then changes that a request waits for, then the backlog, in which
 * inbounds take turns. No request waits for the backlog. What is sent is planned from the database when it is sent, so
 * a client that left the backlog early is not sent twice, and one that was removed in the meantime does not come back.
 */
export function createUserQueue({ link, planner, hooks, events, timers, log, now, limits = {} }: Deps) {
  const { singles = 16, portion = 32, portions = 4, cuts: mostCuts = 512 } = limits
  const backlog = createBacklog()
  /** Users are sent in parallel; a change of the inbounds runs alone. */
  const lock = createReadWriteLock()
  const inSlot = createSlots(singles)
  /** Users that are being sent: two operations for the same one never overlap. */
  const busy = new Map<string, Promise<unknown>>()
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
    const over = run.catch(() => {})
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
    return lock.shared(async () => {
      const core = link.answering()
      if (!core) return []
      try {
        const { operations, cuts } = await planner.plan(items, core.inbounds)
        if (operations.length === 0 || link.answering() !== core) return []
        const removes = operations.some(({ op }) => op === 'removeUser')
        if (how === 'single')
          await inSlot(removes ? priority.removal : priority.edit, () => core.executeUsers(operations))
        else if (operations.length > fewOperations) await core.executeBulk(operations)
        else await core.executeUsers(operations)
        return cuts
      } catch (error) {
        link.lost(core, error, 'clients')
        return []
      }
    })
  }

  /** Outside all queues: ending connections takes a second. Clients that remain are added again afterwards. */
  async function endSessions({ email, tags, again }: Cut): Promise<void> {
    cutting++
    try {
      await hooks
        .cut(email, tags)
        .catch((error) => log.warn({ err: error }, 'failed to end open connections'))
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
    if (link.isSilent()) backlog.clear() // the next check finds all differences again
    if (sending < portions && cutting <= mostCuts) {
      const isCalm = edits === 0 && now() - lastEdit >= calmMs
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
    turn ??= timers.after(turnMs, () => {
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
    events.backlog()
  }

  /** A request waits for this: `later` follows when the connections of `first` have ended. */
  async function edit({ first, later }: { first: UserItem[]; later: UserItem[] }): Promise<void> {
    edits++
    try {
      await settle(first)
      await settle(later)
    } finally {
      edits--
      lastEdit = now()
      if (edits === 0) pump()
    }
  }

  /** No request waits for these. */
  function bulk(items: readonly UserItem[]): void {
    let fresh = 0
    for (const item of items) if (backlog.put(item)) fresh++
    const began = progress === undefined && fresh > 0
    progress ??= { total: 0, done: 0, startedAt: now() }
    progress.total += fresh
    if (began) events.backlog()
    pump()
  }

  return {
    edit,
    bulk,
    /** A single edit is sent at once, others from the backlog. `withClients`: inbounds that the core just got with all clients. */
    async changed(
      changes: readonly ClientChange[],
      withClients: ReadonlySet<number> = new Set(),
    ): Promise<void> {
      const core = link.answering()
      if (!core) return // the next check finds these too
      const isThere = (item: UserItem) => item.before === null && withClients.has(item.inboundId)
      const all = changes.map((change) => itemsOf(change, (id) => core.inbounds.get(id)?.addressKeys))
      const [only] = all
      if (only && all.length === 1) return edit(only)
      const renames = all.filter(({ later }) => later.length > 0)
      bulk(all.flatMap(({ first, later }) => (later.length > 0 ? [] : first.filter((i) => !isThere(i)))))
      await Promise.all(renames.map(edit))
    },
    /** For a change of the inbounds: no user is being sent meanwhile. */
    alone: lock.exclusive,
    /** These inbounds were added again with all their clients. */
    addedWithClients(inboundIds: Iterable<number>): void {
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
    /** Progress of the backlog. */
    state() {
      if (!progress || isIdle()) return undefined
      const { total, done, startedAt } = progress
      return { left: Math.max(0, total - done), total, startedAt }
    },
  }
}

export type UserQueue = ReturnType<typeof createUserQueue>

/** Limits concurrency; of those waiting, the lowest lane goes first, and within a lane the first to arrive. */
function createSlots(most: number) {
  let taken = 0
  const waiting: (() => void)[][] = []

  function next(): void {
    if (taken >= most) return
    const go = waiting.find((lane) => lane.length > 0)?.shift()
    if (!go) return
    taken++
    go()
  }

  return async function inSlot<T>(lane: number, work: () => Promise<T>): Promise<T> {
    for (let i = waiting.length; i <= lane; i++) waiting.push([])
    await new Promise<void>((go) => {
      waiting[lane]?.push(go)
      next()
    })
    try {
      return await work()
    } finally {
      taken--
      next()
    }
  }
}
