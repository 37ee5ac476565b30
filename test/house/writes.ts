import { at, importsOf, isCode, isTest, type Rule, type Source, visit } from './source.ts'

/**
 * The write path itself, and what it stands on. The row of an instance is below it: it says that the process lives, so
 * it must not wait in the queue of writes.
 */
const path =
  /^server\/src\/(store\/(changes|audit)\/|store\/[^/]+\.ts|platform\/db\/|store\/copy\/|instance\/)/
/** Where the write path is put together. */
const assembly = [
  'server/src/app/panel.ts',
  'server/src/app/base-services.ts',
  'server/src/backup/restore/prepare.ts', // a database file that is about to be restored
  'server/src/cli/offline.ts',
]
const statements = new Set(['insertInto', 'updateTable', 'deleteFrom', 'transaction'])

const applies = (source: Source) =>
  source.path.startsWith('server/src/') && isCode(source) && !isTest(source) && !path.test(source.path)

interface Callee {
  type: string
  name?: string
  object?: Callee
  property?: Callee
}

/** `db` of `db.write`, `deps.db.write`; `read` of `db.read.insertInto`. */
const holderOf = ({ object }: Callee): string =>
  (object?.type === 'MemberExpression' ? object.property?.name : object?.name) ?? ''

function callFindings(source: Source): string[] {
  const findings: string[] = []
  visit(source, {
    CallExpression: ({ callee, start }) => {
      // The parser's nodes are a wide union: only the fields of `Callee` are looked at.
      const called = callee as Callee
      if (called.type !== 'MemberExpression') return
      const [name, holder] = [called.property?.name ?? '', holderOf(called)]
      if (name === 'write' && /db$/i.test(holder))
        findings.push(at(source, start, 'writes to the database itself: use commit'))
      if (statements.has(name) && /^(db|read|reader)$/i.test(holder))
        findings.push(at(source, start, `calls ${name} outside a transaction of commit`))
      if (name === 'inTx') findings.push(at(source, start, 'calls a listener itself: return a change'))
    },
  })
  return findings
}

const ownWord: Record<string, string> = {
  appendAudit: 'return an action',
  WritableDb: 'rooms get a Db and write through commit',
  createCommit: 'there is one commit, and app/base-services.ts makes it',
}

export const writeRules: Rule[] = [
  {
    name: 'one way to write: commit stores, audits and tells',
    finds(source) {
      if (!applies(source)) return []
      const findings = importsOf(source).flatMap(({ names, start }) =>
        names
          .filter((name) => ownWord[name] && !(name !== 'appendAudit' && assembly.includes(source.path)))
          .map((name) => at(source, start, `imports ${name}: ${ownWord[name]}`)),
      )
      const mayCall = /\.\s*(write|inTx|transaction)\b|\b(db|read|reader)\s*\.\s*(insert|update|delete)/
      return mayCall.test(source.text) ? [...findings, ...callFindings(source)] : findings
    },
    bad: [
      { path: 'server/src/plans/service.ts', text: 'await db.write((tx) => save(tx))' },
      { path: 'server/src/core/routes.ts', text: 'await rooms.db.write(async () => {})' },
      { path: 'server/src/plans/service.ts', text: "await db.read.insertInto('plans').execute()" },
      { path: 'server/src/plans/service.ts', text: 'await db.read.transaction().execute(work)' },
      {
        path: 'server/src/plans/service.ts',
        text: "import { type Action, appendAudit } from '../store/audit/trail.ts'",
      },
      {
        path: 'server/src/plans/service.ts',
        text: "import type { WritableDb } from '../store/open.ts'",
      },
      {
        path: 'server/src/app/rooms.ts',
        text: "import { createCommit } from '../store/changes/commit.ts'",
      },
      { path: 'server/src/clients/service.ts', text: 'await history.inTx(tx, change)' },
    ],
    good: [
      { path: 'server/src/store/changes/commit.ts', text: 'db.write(work); inTx(tx, change)' },
      { path: 'server/src/plans/service.ts', text: 'commit(actor, async (tx) => ({ result: 1 }))' },
      { path: 'server/src/core/logs/access-file.ts', text: 'stream.write(line)' },
      { path: 'server/src/traffic/room.ts', text: 'await collector.write(tx, pending, now)' },
      {
        path: 'server/src/app/base-services.ts',
        text: "import { createCommit } from '../store/changes/commit.ts'",
      },
    ],
  },
]
