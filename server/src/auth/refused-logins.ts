import type { Alert } from '#contract/alerts.ts'
import type { RefusedLogins } from '#contract/session-api.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Base } from '../settings/base-services.ts'
import { saveFolded } from '../store/audit/folded.ts'
import type { Tx } from '../store/open.ts'
import { regionOf } from './limiter.ts'
import type { Why } from './login-queue.ts'

type Deps = Pick<Base, 'commit' | 'db' | 'log' | 'now'>

/**
 * One audit row: the refused logins of one hour from one network, for one user of the panel or for all names that nobody
 * has.
 */
interface Fold {
  /** The user, or the first made-up name. */
  name: string
  /** Made-up names, the first few. */
  names: Set<string>
  address: string
  attempts: number
  addresses: Set<string>
  reasons: Partial<Record<Why, number>>
  from: number
  until: number
  rowId: number | undefined
  isWritten: boolean
  /** The number of attempts to tell people of; 0: nothing new. */
  toTell: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Rows in an hour: those of users, and those of networks with made-up names. Neither can use up the other's. */
const mostFolds = 20
const mostAddresses = 5
const mostNames = 5
const pauseMs = 1_000
const action = 'session.refused' as const
const nobody: Actor = { kind: 'anonymous', name: '', address: '' }

/** People are told of the first attempt, the tenth, the hundredth: a flood is a handful of messages. */
const isMilestone = (attempts: number): boolean => /^10*$/.test(String(attempts))

const alertOf = ({ fold, count }: { fold: Fold; count: number }): Alert => ({
  kind: 'login.failed',
  params: { username: fold.name, address: fold.address, count },
})

/** As typed, with control characters removed and cut to the length of a username. */
const safeName = (typed: string): string =>
  [...typed.slice(0, 256).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')].slice(0, 64).join('')

/** Refused logins are folded in the audit log: a flood makes a bounded number of rows and writes. */
export function createRefusedLogins({ db, commit, now, log }: Deps) {
  let folds = new Map<string, Fold>()
  let hourEnds = 0
  let lastWrite = 0
  let writing: Promise<void> = Promise.resolve()

  /** Beyond the limit a user has one row for all other networks, and made-up names have one without a network. */
  function placeOf(name: string, address: string, isUser: boolean) {
    const kind = isUser ? 'user' : 'junk'
    const key = [kind, isUser ? name : '', regionOf(address)].join('\n')
    const others = [...folds.keys()].filter((one) => one.startsWith(`${kind}\n`))
    if (folds.has(key) || others.length < mostFolds) return { key, name, address }
    return { key: [`more ${kind}`, isUser ? name : ''].join('\n'), name: isUser ? name : '', address: '' }
  }

  function foldOf(typed: string, address: string, isUser: boolean, t: number): Fold {
    const { key, ...place } = placeOf(safeName(typed), address, isUser)
    const made = folds.get(key) ?? {
      ...place,
      ...{ attempts: 0, names: new Set<string>(), addresses: new Set<string>(), reasons: {} },
      ...{ from: t, until: t, rowId: undefined, isWritten: true, toTell: 0 },
    }
    folds.set(key, made)
    if (!isUser && made.names.size < mostNames) made.names.add(safeName(typed))
    return made
  }

  /** Asked for every name alike. */
  async function isUser(typed: string): Promise<boolean> {
    const rows = await db.read.selectFrom('users').select('username').execute() // a handful
    return rows.some(({ username }) => username === typed)
  }

  function writeFold(tx: Tx, fold: Fold): Promise<number> {
    const { attempts, reasons, until } = fold
    const names = fold.names.size > 1 ? { names: [...fold.names] } : {}
    const after = { attempts, reasons, ...names, addresses: [...fold.addresses], until }
    const actor: Actor = { kind: 'anonymous', name: '', address: fold.address }
    const what = { action, objectKind: 'user', object: fold.name, after }
    return saveFolded(tx, fold.rowId, actor, what, fold.from)
  }

  async function writeAll(these: readonly Fold[]): Promise<void> {
    const open = these.filter((fold) => !fold.isWritten)
    if (open.length === 0) return
    for (const fold of open) fold.isWritten = true
    const told = open.filter(({ toTell }) => toTell > 0).map((fold) => ({ fold, count: fold.toTell }))
    for (const { fold } of told) fold.toTell = 0
    try {
      const ids = await commit(nobody, async (tx) => {
        const result: number[] = []
        for (const fold of open) result.push(await writeFold(tx, fold))
        return { result, alert: told.map(alertOf) }
      })
      for (const [i, fold] of open.entries()) fold.rowId = ids[i]
    } catch (error) {
      for (const fold of open) fold.isWritten = false
      for (const { fold, count } of told) fold.toTell ||= count
      log.warn({ err: error }, 'failed to write refused logins to the audit log')
    }
  }

  /** One write at a time: the next one updates the rows of this one. */
  function write(): Promise<void> {
    lastWrite = now()
    const these = [...folds.values()]
    writing = writing.then(() => writeAll(these))
    return writing
  }

  return {
    /** The first attempts are stored when this returns, those of a flood within seconds. */
    async note(username: string, address: string, why: Why): Promise<void> {
      const isKnown = await isUser(username)
      const t = now()
      if (t >= hourEnds) {
        void write()
        folds = new Map()
        hourEnds = t + hourMs
      }
      const fold = foldOf(username, address, isKnown, t)
      const isNew = fold.attempts === 0
      fold.attempts++
      fold.until = t
      fold.reasons[why] = (fold.reasons[why] ?? 0) + 1
      if (fold.addresses.size < mostAddresses) fold.addresses.add(address)
      fold.isWritten = false
      if (isMilestone(fold.attempts)) fold.toTell = fold.attempts
      if (isNew || t - lastWrite >= pauseMs) await write()
    },
    job: { name: 'refused-logins', everyMs: 5_000, run: write } satisfies Job,
    stop: write,
    /** Refused logins of the last 24 hours. */
    async lately(): Promise<RefusedLogins> {
      await write()
      const rows = await db.read
        .selectFrom('audit')
        .select(['address', 'after'])
        .where('object_kind', '=', 'user')
        .where('action', '=', action)
        .where('at', '>', now() - dayMs)
        .orderBy('id', 'desc')
        .limit(1_000)
        .execute()
      const told = rows.map(({ address, after }) => ({ address, ...countsOf(after) }))
      const newest = told.toSorted((a, b) => b.until - a.until)[0]
      return {
        attempts: told.reduce((sum, { attempts }) => sum + attempts, 0),
        lastAt: newest?.until ?? 0,
        lastAddress: newest?.address ?? '',
      }
    },
  }
}

export type RefusedLoginsFold = ReturnType<typeof createRefusedLogins>

/** Reads what `writeFold` stored. */
function countsOf(after: string | null): { attempts: number; until: number } {
  const { attempts = 0, until = 0 } = JSON.parse(after ?? '{}') as Partial<Pick<Fold, 'attempts' | 'until'>>
  return { attempts, until }
}
