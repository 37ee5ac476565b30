import { coded } from '#domain/refusal.ts'
import { type Check, check, command, fix, page, quoted } from './check.ts'

const MB = 1024 ** 2
const DAY = 86_400_000
const HOUR = 3_600_000

export interface DatabaseFacts {
  engine: 'sqlite' | 'postgres'
  /** Why it cannot be read; blank if it can. */
  error: string
  bytes: number
  /** Of the write-ahead log; 0 on PostgreSQL. */
  walBytes: number
  /** What the check of the file found; undefined while it is not done, or on PostgreSQL. */
  flaws: readonly string[] | undefined
  /** How long a short query took, in milliseconds. */
  answerMs: number
  /** The longest transaction of anybody that is open now, in seconds; 0 on SQLite. */
  longestSeconds: number
  /** PostgreSQL behind a pooler in transaction mode. */
  isPooled: boolean
  /** The next start brings an older database up to date. */
  isOld: boolean
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export function judgeDatabase(facts: DatabaseFacts): Check[] {
  const { engine, error, bytes, walBytes, flaws, answerMs, longestSeconds, isPooled, isOld } = facts
  const name = names[engine]
  if (error !== '') return [check('database', 'bad', coded('health.db-unreadable', { name, reason: error }))]
  const backup = page('panel/settings?section=backup')
  const size = Math.round(bytes / MB)
  const checks: Check[] = []
  const [flaw] = flaws ?? []
  if (flaw !== undefined)
    checks.push(check('database', 'bad', coded('health.db-damaged', { reason: flaw }), backup))
  else if (isOld) checks.push(check('database', 'note', coded('health.db-old')))
  else if (engine === 'sqlite' && flaws === undefined)
    checks.push(check('database', 'note', coded('health.db-being-checked', { size })))
  else checks.push(check('database', 'ok', coded('health.db-good', { name, size })))
  if (walBytes > 512 * MB)
    checks.push(check('database.wal', 'warn', coded('health.db-wal', { size: Math.round(walBytes / MB) })))
  if (answerMs > 250)
    checks.push(check('database.speed', 'warn', coded('health.db-slow', { name, ms: Math.round(answerMs) })))
  if (longestSeconds > 60)
    checks.push(
      check('database.longest', 'warn', coded('health.db-long-transaction', { seconds: longestSeconds })),
    )
  if (isPooled) checks.push(check('database.pooler', 'ok', coded('health.db-pooled')))
  return checks
}

export interface PermissionFact {
  path: string
  /** The permission bits. */
  mode: number
  isFolder: boolean
  /** It belongs to the user of the panel, or to root. */
  isOwn: boolean
  /** It is the data folder or in there. Another file may be meant for other programs too. */
  isInside: boolean
}

/** Everybody on the machine could read the keys and the database (R8). */
export function judgePermissions(facts: readonly PermissionFact[]): Check[] {
  const open = facts.filter(({ mode }) => (mode & 0o077) !== 0)
  const foreign = facts.filter(({ isOwn }) => !isOwn)
  if (open.length + foreign.length === 0)
    return facts.length > 0 ? [check('permissions', 'ok', coded('health.permissions-good'))] : []
  return [
    ...open.map(({ path, mode, isFolder, isOwn, isInside }) => {
      const byHand = command(`chmod ${isFolder ? '700' : '600'} ${quoted(path)}`)
      return check(
        `permissions.${path}`,
        (mode & 0o007) !== 0 ? 'bad' : 'warn',
        coded('health.permissions-open', { path, mode: mode.toString(8).padStart(4, '0') }),
        isOwn && isInside ? fix('permissions', byHand, path) : byHand,
      )
    }),
    ...foreign.map(({ path }) =>
      check(`owner.${path}`, 'warn', coded('health.permissions-foreign', { path })),
    ),
  ]
}

export interface BackupFacts {
  isScheduled: boolean
  /** Milliseconds; 0 = never. */
  lastGoodAt: number
  /** Two runs of the schedule have passed without a good one. */
  isOverdue: boolean
  /** Why the last one failed; blank if it did not. */
  error: string
}

export function judgeBackups(facts: BackupFacts, now: number): Check[] {
  const { isScheduled, lastGoodAt, isOverdue, error } = facts
  const backUp = fix('backup', page('panel/settings?section=backup'))
  const hours = Math.max(0, Math.floor((now - lastGoodAt) / HOUR))
  if (error !== '') return [check('backups', 'bad', coded('health.backup-failed', { reason: error }), backUp)]
  if (lastGoodAt === 0)
    return [
      isScheduled
        ? check('backups', 'note', coded('health.backup-first-waits'))
        : check('backups', 'warn', coded('health.backup-none'), backUp),
    ]
  if (isOverdue) return [check('backups', 'warn', coded('health.backup-overdue', { hours }), backUp)]
  if (!isScheduled && now - lastGoodAt > 7 * DAY)
    return [
      check('backups', 'warn', coded('health.backup-by-hand', { days: Math.floor(hours / 24) }), backUp),
    ]
  const age = hours < 2 ? coded('health.backup-fresh') : coded('health.backup-good', { hours })
  return [check('backups', 'ok', age)]
}

/** Where the installer put the program. */
export interface LayoutFact {
  folder: string
  isRoots: boolean
}

/** Earlier installers gave the whole folder to the service, which could lead root's next call of them anywhere. */
export const judgeLayout = (fact: LayoutFact | undefined): Check[] =>
  fact === undefined || fact.isRoots
    ? []
    : [
        check(
          'layout',
          'warn',
          coded('health.layout-old', { folder: fact.folder }),
          command('sudo sh install.sh'),
        ),
      ]
