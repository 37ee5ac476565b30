import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { certificateFacts } from './certificates.ts'
import { firewallsIn } from './firewall.ts'
import { createIntegrity } from './integrity.ts'
import { congestionFacts, diskFacts, limitFact, timeService } from './machine.ts'
import { nameFacts } from './names.ts'
import { layoutFact, permissionFacts } from './permissions.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-health-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let roots = 0
/** A machine of files. */
function rootWith(files: Record<string, string>): string {
  const root = join(folder, `root-${roots++}`)
  for (const [name, text] of Object.entries({ 'etc/hostname': 'x', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

it.each([
  [{}, []],
  [{ 'etc/ufw/ufw.conf': '# ufw\nENABLED=no\n' }, []],
  [{ 'etc/ufw/ufw.conf': '# ufw\nENABLED=yes\n' }, ['ufw']],
  [{ 'run/firewalld.pid': '812' }, ['firewalld']],
  [{ 'etc/nftables.conf': 'table inet filter { chain input { type filter hook input priority 0; } }' }, []],
  [{ 'etc/nftables.conf': 'chain input { type filter hook input priority 0; policy drop; }' }, ['nftables']],
  [{ 'etc/iptables/rules.v4': '*filter\n:INPUT DROP [0:0]\n' }, ['iptables']],
])('firewall: %j', async (files, expected) => {
  expect(await firewallsIn(rootWith(files))).toEqual(expected)
})

it('names: each within its time, each once, and why one is lost', async () => {
  const lookup = async (name: string) => {
    if (name === 'slow.example') return new Promise<string[]>(() => {})
    if (name === 'lost.example') throw Object.assign(new Error('x'), { code: 'ENOTFOUND' })
    return ['192.0.2.1']
  }
  const wanted = ['a.example', 'A.example', 'slow.example', 'lost.example'].map((name) => ({
    of: 'host' as const,
    name,
  }))
  const facts = await nameFacts(wanted, lookup, 20)
  expect(facts.map(({ name, addresses, error }) => [name, addresses, error])).toEqual([
    ['A.example', ['192.0.2.1'], ''],
    ['slow.example', undefined, 'no answer within 0.02 s'],
    ['lost.example', undefined, 'no such name'],
  ])
})

describe('the machine', () => {
  it('limits, congestion control and time service are read from files', async () => {
    const root = rootWith({
      'proc/7/limits':
        'Limit  Soft Limit  Hard Limit  Units\nMax open files            1024                 4096   files\n',
      'proc/7/fd/0': '',
      'proc/7/fd/1': '',
      'proc/sys/net/ipv4/tcp_congestion_control': 'cubic\n',
      'proc/sys/net/ipv4/tcp_available_congestion_control': 'reno cubic\n',
      'run/chrony/chronyd.pid': '1',
    })
    expect(await limitFact('core', 7, root)).toEqual({ of: 'core', limit: 1024, open: 2 })
    expect(await limitFact('core', 8, root)).toEqual({ of: 'core', limit: undefined, open: undefined })
    expect(await congestionFacts(root)).toEqual({ used: 'cubic', available: ['reno', 'cubic'] })
    expect([await timeService(root), await timeService(rootWith({}))]).toEqual(['chrony', ''])
  })
  it('one disk is one fact, also for folders that are not there yet', async () => {
    const [disk, ...more] = await diskFacts(join(folder, 'none', 'deeper'), join(folder, 'logs'))
    expect(more).toEqual([])
    expect(disk?.total).toBeGreaterThan(0)
  })
})

it('permissions: the folder, what holds secrets in it, and keys elsewhere', async () => {
  const root = rootWith({ 'sluice.db': '', 'notes.txt': '', 'a.key': '' })
  const elsewhere = join(rootWith({ 'b.pem': '' }), 'b.pem')
  const paths = (await permissionFacts(root, [elsewhere, '', join(root, 'missing.key')])).map(
    ({ path }) => path,
  )
  expect(paths.sort()).toEqual([root, join(root, 'a.key'), join(root, 'sluice.db'), elsewhere].sort())
})

describe('certificates', () => {
  const pair = selfSigned(['a.example'], ['192.0.2.1'])
  const wanted = (more: object) => ({
    ...{ of: 'panel' as const, inboundId: 0, name: '', names: [] },
    ...{ certificate: { pem: pair.cert }, key: { pem: pair.key } },
    ...more,
  })
  it('names and addresses are compared, and the key', async () => {
    const [good, other] = await certificateFacts([
      wanted({ names: ['a.example', '192.0.2.1', ''] }),
      wanted({
        names: ['b.example', '192.0.2.2'],
        key: {
          pem: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          }),
        },
      }),
    ])
    expect(good).toMatchObject({ error: '', fitsKey: true, missing: [], isSelfSigned: true })
    expect(other).toMatchObject({ fitsKey: false, missing: ['b.example', '192.0.2.2'] })
  })
  it('what is no certificate, no file or not there says why', async () => {
    const facts = await certificateFacts(
      [{ pem: 'hello' }, { file: '/dev/zero' }, { file: join(folder, 'none.pem') }].map((certificate) =>
        wanted({ certificate }),
      ),
    )
    expect(facts.map(({ error }) => error)).toEqual([
      'the file holds no certificate',
      '/dev/zero is not a file of PEM text',
      expect.stringContaining('ENOENT'),
    ])
  })
})

describe('the check of the database file', () => {
  function database(rows: number): string {
    const file = join(folder, `db-${rows}.db`)
    const db = new DatabaseSync(file)
    db.exec('pragma journal_mode=wal; create table t (a integer primary key, b text); create index i on t(b)')
    const insert = db.prepare('insert into t (b) values (?)')
    db.exec('begin')
    for (let i = 0; i < rows; i++) insert.run(`value ${i} ${'x'.repeat(200)}`)
    db.exec('commit')
    db.close()
    return file
  }
  it('finds a sound one sound, and names what is broken in another', async () => {
    expect(await createIntegrity(database(10), Date.now).flaws(20_000)).toEqual([])
    const file = database(500)
    const bytes = readFileSync(file)
    bytes.fill(0xff, 4096 * 3, 4096 * 9)
    writeFileSync(file, bytes)
    expect((await createIntegrity(file, Date.now).flaws(20_000))?.length).toBeGreaterThan(0)
    expect(await createIntegrity(join(folder, 'none.db'), Date.now).flaws(20_000)).toHaveLength(1)
  })
  it('does not wait longer than asked, and knows the result later', async () => {
    const integrity = createIntegrity(database(20_000), Date.now) // large enough for the thread
    expect(await integrity.flaws(0)).toBeUndefined()
    expect(await integrity.flaws(20_000)).toEqual([])
    expect(await integrity.flaws(0)).toEqual([]) // kept for a while
  })
})

it('whose folder an installed program is in is seen by its owner', async () => {
  const installed = join(folder, 'opt/sluice')
  mkdirSync(join(installed, 'panel'), { recursive: true })
  const isRoots = process.getuid?.() === 0
  const old = await layoutFact(installed, installed)
  expect(old).toEqual({ folder: installed, isRoots })
  expect(await layoutFact(join(installed, 'panel'), installed)).toEqual(old)
  expect(await layoutFact('/usr', '/usr')).toEqual({ folder: '/usr', isRoots: true })
  expect(await layoutFact(`${installed}-by-hand`, installed)).toBeUndefined()
  expect(await layoutFact(undefined, installed)).toBeUndefined()
})
