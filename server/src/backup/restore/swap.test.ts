import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BackupFacts } from '#contract/backup.ts'
import { silentLog } from '../../platform/log.ts'
import { openDb } from '../../store/open.ts'
import { databaseIn, emptyFolder, filesIn, hasPrevious, readPlan, restorePaths } from './paths.ts'
import { createPrepare } from './prepare.ts'
import { markReady, proven, stageUndo, undoUnproven } from './stage.ts'
import { applyPending } from './swap.ts'

const prepare = createPrepare(silentLog, Date.now)
const facts: BackupFacts = {
  inbounds: 0,
  clients: 0,
  users: 0,
  traffic: 0,
  newestChange: 0,
  panelVersion: '1',
  schema: '',
  engine: 'sqlite',
  madeAt: 1,
  files: [],
}
const actor = { kind: 'user' as const, name: 'ann', address: '' }

let root: string
/** A data folder with an old state and a restore that waits; each test gets a copy. */
let ready: string
let made = 0

async function database(file: string, name: string) {
  const db = await openDb({ kind: 'sqlite', file }, silentLog, Date.now)
  await db.write((tx) => tx.insertInto('users').values({ username: name, password: 'x' }).execute())
  await db.close()
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sluice-swap-'))
  ready = join(root, 'ready')
  mkdirSync(ready)
  await database(join(ready, 'sluice.db'), 'old')
  writeFileSync(join(ready, 'a.pem'), 'old')
  const { nextPartial } = restorePaths(ready)
  emptyFolder(nextPartial)
  await database(databaseIn(nextPartial), 'new')
  mkdirSync(filesIn(nextPartial))
  writeFileSync(join(filesIn(nextPartial), 'a.pem'), 'new')
  const origin = { engine: 'sqlite' as const, madeAt: 1, panelVersion: '1' }
  const files = ['a.pem']
  await markReady(ready, prepare, {
    actor,
    at: 1,
    from: 'b.zip',
    undo: false,
    session: undefined,
    replaced: facts,
    files,
    origin,
  })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function copied(): string {
  const folder = join(root, String(made++))
  cpSync(ready, folder, { recursive: true })
  return folder
}

const depsOf = (folder: string) => ({
  config: { dataFolder: folder, database: { kind: 'sqlite' as const, file: join(folder, 'sluice.db') } },
  log: silentLog,
  now: Date.now,
  admit: async () => {},
})

/** The username in a database, and how often it says that it was restored. */
function read(file: string): [name: unknown, restores: unknown] {
  const db = new DatabaseSync(file)
  try {
    const { n } = db.prepare("select count(*) as n from audit where action = 'panel.restore'").get() ?? {}
    return [db.prepare('select username from users').get()?.username, n]
  } finally {
    db.close()
  }
}
const stateOf = (folder: string) => [
  ...read(join(folder, 'sluice.db')),
  readFileSync(join(folder, 'a.pem'), 'utf8'),
]

function expectRestored(folder: string) {
  expect(stateOf(folder)).toEqual(['new', 1, 'new'])
  const { previous, next, nextPartial } = restorePaths(folder)
  expect(read(databaseIn(previous))).toEqual(['old', 0])
  expect(readFileSync(join(filesIn(previous), 'a.pem'), 'utf8')).toBe('old')
  expect([existsSync(next), existsSync(nextPartial)]).toEqual([false, false])
}

const swapFile = join(import.meta.dirname, 'swap.ts')

/** The same in another process, which is killed before a step. */
function killedAt(folder: string, step: string): string | null {
  const script = `import { applyPending } from ${JSON.stringify(swapFile)}
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const database = { kind: 'sqlite', file: ${JSON.stringify(join(folder, 'sluice.db'))} }
    const config = { dataFolder: ${JSON.stringify(folder)}, database }
    const onStep = (step) => step === ${JSON.stringify(step)} && process.kill(process.pid, 'SIGKILL')
    await applyPending({ config, log, now: Date.now, admit: async () => {}, onStep })`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' }).signal
}

describe('a restore at the start', () => {
  it('replaces the state and keeps the old one', async () => {
    const folder = copied()
    expect((await applyPending(depsOf(folder)))?.from).toBe('b.zip')
    expectRestored(folder)
    expect(await applyPending(depsOf(folder))).toBeUndefined()
  })

  const steps: [step: string, between: string][] = [
    ['rename', 'old'],
    ['files', 'new'],
  ]
  const others: typeof steps = [
    ['keep', 'old'],
    ['logs', 'old'],
    ['unproven', 'new'],
    ['done', 'new'],
  ]
  it.each(process.env.SLUICE_LONG === '1' ? [...steps, ...others] : steps)(
    'goes on after a kill before the step %s',
    async (step, between) => {
      const folder = copied()
      expect(killedAt(folder, step)).toBe('SIGKILL')
      expect(read(join(folder, 'sluice.db'))[0]).toBe(between)
      await applyPending(depsOf(folder))
      expectRestored(folder)
    },
  )

  it('replaces a damaged database, and one with a log beside it', async () => {
    const folder = copied()
    writeFileSync(join(folder, 'sluice.db'), 'no database at all')
    writeFileSync(join(folder, 'sluice.db-wal'), 'a log of it')
    await applyPending(depsOf(folder))
    expect(stateOf(folder)).toEqual(['new', 1, 'new'])
    const kept = databaseIn(restorePaths(folder).previous)
    expect([readFileSync(kept, 'utf8'), readFileSync(`${kept}-wal`, 'utf8')]).toEqual([
      'no database at all',
      'a log of it',
    ])
  })

  it('is carried out where there was nothing', async () => {
    const folder = copied()
    rmSync(join(folder, 'sluice.db'))
    await applyPending(depsOf(folder))
    expect(stateOf(folder)).toEqual(['new', 1, 'new'])
    expect(hasPrevious(restorePaths(folder))).toBe(false)
    await expect(
      stageUndo(folder, prepare, { actor, at: 2, replaced: facts, session: undefined }),
    ).rejects.toMatchObject({
      code: 'backup.nothing-to-undo',
    })
  })

  it('that cannot be carried out leaves the old state, and says why', async () => {
    const folder = copied()
    rmSync(join(restorePaths(folder).next, 'plan.json'))
    expect(await applyPending(depsOf(folder))).toBeUndefined()
    expect(stateOf(folder)).toEqual(['old', 0, 'old'])
    const failed = JSON.parse(readFileSync(restorePaths(folder).failed, 'utf8')) as { reason: object }
    expect(failed.reason).toMatchObject({ code: 'backup.manifest-unreadable' })
    expect(readdirSync(restorePaths(folder).root)).toEqual(['failed.json'])
  })
})

describe('an undo', () => {
  it('brings the old state back, and can be undone itself', async () => {
    const folder = copied()
    await applyPending(depsOf(folder))
    await stageUndo(folder, prepare, { actor, at: 2, replaced: facts, session: undefined })
    await applyPending(depsOf(folder))
    expect(stateOf(folder)).toEqual(['old', 1, 'old'])
    await stageUndo(folder, prepare, { actor, at: 3, replaced: facts, session: undefined })
    await applyPending(depsOf(folder))
    expect(stateOf(folder)).toEqual(['new', 2, 'new'])
  })

  it('comes by itself when the restored state cannot be started, once, and not after it was', async () => {
    const folder = copied()
    const reason = { code: 'listener.failed', params: {} }
    expect(await undoUnproven(folder, prepare, { reason, at: 2 })).toBe(false)
    await applyPending(depsOf(folder))
    expect(await undoUnproven(folder, prepare, { reason, at: 2 })).toBe(true)
    await applyPending(depsOf(folder))
    expect(stateOf(folder)).toEqual(['old', 1, 'old'])
    expect(readPlan(restorePaths(folder).previous)).toMatchObject({ undo: true, reasonCoded: reason })
    proven(folder)
    expect(await undoUnproven(folder, prepare, { reason, at: 3 })).toBe(false)
  })
})
