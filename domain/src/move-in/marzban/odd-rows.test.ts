import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkEmail, checkSubId, emailKey } from '#domain/clients/field-rules.ts'
import { inEnglish } from '#domain/refusal.ts'
import { asJson } from '#domain/untyped.ts'
import { marzbanCoreConfig, pasarguardCoreConfig } from '#test/fixtures/marzban/core-config.ts'
import { marzbanDatabase, pasarguardDatabase, tablesIn } from '#test/fixtures/marzban/databases.ts'
import { marzbanTools as tools } from '#test/fixtures/marzban/tools.ts'
import { oldUsers } from '#test/fixtures/marzban/users.ts'
import type { Arrival } from '../arrival.ts'
import type { SourceRow, SourceTable, SourceValue } from '../source-tables.ts'
import { parseLooseJson } from './loose-json.ts'
import { readMarzban, readMarzbanEnv, readPasarguard } from './read.ts'

// Whatever the rows hold, a reader gives clients that this panel can store, and says what it left.

const few = oldUsers().slice(0, 8)
const sources = [
  { tables: tablesIn(marzbanDatabase(few)), read: readMarzban },
  { tables: tablesIn(pasarguardDatabase(few, pasarguardCoreConfig('', 20_000))), read: readPasarguard },
]

const odd: fc.Arbitrary<SourceValue> = fc.oneof(
  fc.constantFrom<SourceValue>(
    null,
    '',
    '{}',
    '[]',
    'null',
    '{"id":5}',
    '{"flow":[]}',
    'VLESS',
    '..',
    'user_01',
  ),
  fc.constantFrom<SourceValue>(
    '2024-13-45 99:99:99',
    '0000-00-00',
    '1e400',
    '-1',
    '٣',
    'a/b',
    ' ',
    '\0',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.bigInt(),
  fc.boolean(),
  fc.uint8Array({ maxLength: 20 }),
  fc.json({ maxDepth: 2 }),
)

/** Cells replaced, rows dropped or doubled, whole tables gone. */
const blows = fc.array(
  fc.record({
    table: fc.nat(30),
    row: fc.nat(60),
    column: fc.nat(30),
    value: odd,
    act: fc.constantFrom('set', 'set', 'set', 'unset', 'drop', 'double', 'gone'),
  }),
  { maxLength: 25 },
)

function damaged(
  tables: ReadonlyMap<string, SourceTable>,
  list: readonly (typeof blows extends fc.Arbitrary<infer T> ? T : never)[number][],
) {
  const out = new Map([...tables].map(([name, table]) => [name, { ...table, rows: [...table.rows] }]))
  for (const { table, row, column, value, act } of list) {
    const name = [...out.keys()][table % Math.max(1, out.size)] ?? ''
    const at = out.get(name)
    if (!at) continue
    if (act === 'gone') out.delete(name)
    const index = row % Math.max(1, at.rows.length)
    const old: SourceRow | undefined = at.rows[index]
    if (!old) continue
    const key = at.columns[column % at.columns.length] ?? ''
    if (act === 'drop') at.rows.splice(index, 1)
    if (act === 'double') at.rows.push(old)
    if (act === 'set') at.rows[index] = { ...old, [key]: value }
    if (act === 'unset') at.rows[index] = Object.fromEntries(Object.entries(old).filter(([k]) => k !== key))
  }
  return out
}

function isSound({ clients, inbounds, hosts, findings, template, groups }: Arrival): void {
  const tags = new Set(inbounds.map(({ tag }) => tag))
  const emails = new Set<string>()
  for (const { fields, attachments, up, down, oldIdentity } of clients) {
    checkEmail(fields.email)
    checkSubId(fields.subId)
    expect(emails.has(emailKey(fields.email))).toBe(false)
    emails.add(emailKey(fields.email))
    for (const { inboundTag } of attachments) expect(tags).toContain(inboundTag)
    const numbers = [fields.totalGB, fields.expiryTime, fields.createdAt, fields.limitHwid, up, down]
    const all = [...numbers, oldIdentity?.id, oldIdentity?.createdAt, oldIdentity?.revokedAt]
    expect(all.filter((n) => !Number.isSafeInteger(n) || Object.is(n, -0))).toEqual([])
    expect(fields.reset).toBe(0)
  }
  for (const { inboundTags, group } of hosts) {
    for (const tag of inboundTags) expect(tags).toContain(tag)
    expect(group.hosts.length).toBeGreaterThan(0)
  }
  for (const { said } of findings) expect(inEnglish(said)).not.toBe(said.code)
  for (const name of groups) expect(name).not.toBe('')
  if (template !== null) expect(JSON.parse(template)).toHaveProperty('outbounds')
}

const runs = process.env.SLUICE_LONG ? 5_000 : 300
const patience = 300_000

it('odd rows never stop a reader', { timeout: patience }, () => {
  const coreConfig = marzbanCoreConfig('', 20_000)
  fc.assert(
    fc.property(fc.constantFrom(...sources), blows, ({ tables, read }, list) =>
      isSound(read(damaged(tables, list), { coreConfig }, tools)),
    ),
    { numRuns: runs },
  )
})

it('an odd core configuration never stops a reader', { timeout: patience }, () => {
  const tables = tablesIn(marzbanDatabase(few))
  const key = fc.constantFrom(
    'tag',
    'protocol',
    'port',
    'listen',
    'settings',
    'streamSettings',
    'sniffing',
    'clients',
  )
  const word = fc.constantFrom(
    'vless',
    'vmess',
    'shadowsocks',
    'trojan',
    'a',
    'api',
    '@x',
    '443',
    '',
    'reality',
    'raw',
  )
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.nat(70_000),
      fc.constant(null),
      fc.boolean(),
      tie('list'),
      tie('block'),
    ),
    list: fc.array(tie('any'), { maxLength: 3 }),
    block: fc.dictionary(
      fc.oneof(key, fc.constantFrom('security', 'network', 'fallbacks', 'dest')),
      tie('any'),
    ),
  }))
  const config = fc.record({
    inbounds: fc.oneof(fc.array(value.block, { maxLength: 4 }), value.any),
    outbounds: value.any,
    routing: fc.oneof(value.any, fc.record({ rules: value.any })),
  })
  fc.assert(
    fc.property(config, (written) =>
      isSound(readMarzban(tables, { coreConfig: JSON.stringify(written), subPath: '//' }, tools)),
    ),
    { numRuns: runs },
  )
})

it('comments and commas of the core configuration are read as the core reads them', () => {
  const text = '{ // a\n "a": "x//y # z /* */ \\" ,}", /* b\n */ "b": [1, 2, ], # c\n "c": {"d": 1,},\n}'
  expect(parseLooseJson(text)).toEqual({ a: 'x//y # z /* */ " ,}', b: [1, 2], c: { d: 1 } })
  expect(parseLooseJson('{"a": 1')).toBeUndefined()
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(parseLooseJson(`/* a */${json} // b`)).toEqual(asJson(json))
    }),
  )
  fc.assert(fc.property(fc.string(), (any) => void parseLooseJson(any)))
})

it('the environment file says where the URLs were', () => {
  const text = `# comment\nXRAY_SUBSCRIPTION_PATH = "deep/path"\nXRAY_EXCLUDE_INBOUND_TAGS='a b  c'\nUVICORN_PORT=8000 # x`
  expect(readMarzbanEnv(text)).toEqual({ subPath: 'deep/path', excludedTags: ['a', 'b', 'c'] })
  expect(readMarzbanEnv('SUBSCRIPTION_PATH=feed # note\r\n')).toMatchObject({ subPath: 'feed' })
  expect(readMarzbanEnv('')).toEqual({ excludedTags: [] })
})
