import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkClientInput, emailKey } from '#domain/clients/field-rules.ts'
import { type Here, type MoveInPlan, planMoveIn } from '#domain/move-in/plan.ts'
import type { SourceRow, SourceTable, SourceTables, SourceValue } from '#domain/move-in/source-tables.ts'
import { threeXuiTables } from '#domain/move-in/three-x-ui/known.ts'
import { readThreeXui } from '#domain/move-in/three-x-ui/read.ts'
import { inEnglish } from '#domain/refusal.ts'
import { countingMint } from '#test/fixtures/counting-mint.ts'
import { after, freshPanel } from '#test/fixtures/here.ts'
import { readerTools, releases, tablesOf } from '#test/fixtures/three-x-ui.ts'
import { fuzzing, fuzzTimeout, growth, hostileText, jsonOf, mostGrowth } from '../fuzz.ts'

const databases = releases.map(tablesOf)

const keys =
  `clients users email id password auth flow subId enable expiryTime totalGB limitIp reset fallbacks dest path
  decryption method network security streamSettings tlsSettings realitySettings wsSettings externalProxy peers
  publicKey certificates shortIds serverNames privateKey routing rules outbounds inbounds tag domain ip`
    .trim()
    .split(/\s+/)

const oddValue: fc.Arbitrary<SourceValue> = fc.oneof(
  fc.constantFrom<SourceValue>(
    null,
    '',
    0,
    -1,
    1,
    1.5,
    Number.NaN,
    -0,
    2 ** 53,
    9_223_372_036_854_775_807n,
    true,
  ),
  fc.constantFrom(
    'null',
    '[]',
    '{}',
    '{"clients":[null,1,{}]}',
    '{"clients":{"a":1}}',
    'vless',
    'mtproto',
    'a b',
  ),
  fc.constantFrom(
    '@socket',
    '0.0.0.0',
    '-86400001',
    '{"clients":[{"email":"x"},{"email":"X"},{"email":"x"}]}',
  ),
  fc.uint8Array({ maxLength: 6 }),
  hostileText,
  jsonOf(keys).map((value) => JSON.stringify(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
)

type Damage = (tables: Map<string, SourceTable>) => void

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

const withRows = (table: SourceTable, rows: readonly SourceRow[]): SourceTable => ({
  ...table,
  rows,
  rowCount: rows.length,
})

/** One thing that goes wrong with a database: a value, a row, a column or a table. */
const damage: fc.Arbitrary<Damage> = fc
  .record({
    table: fc.constantFrom(...threeXuiTables),
    kind: fc.constantFrom(
      'value',
      'value',
      'value',
      'copy',
      'move',
      'drop row',
      'drop column',
      'drop table',
      'column',
    ),
    row: fc.nat(60),
    other: fc.nat(60),
    column: fc.nat(40),
    value: oddValue,
  })
  .map(({ table: name, kind, row, other, column, value }) => (tables) => {
    const table = tables.get(name)
    if (!table) return
    const { rows } = table
    const at = row % Math.max(1, rows.length)
    const key = pick(table.columns, column) ?? 'id'
    const edited = (next: (one: SourceRow) => SourceRow) =>
      tables.set(
        name,
        withRows(
          table,
          rows.map((one, i) => (i === at ? next(one) : one)),
        ),
      )
    if (kind === 'drop table') tables.delete(name)
    else if (kind === 'drop row')
      tables.set(
        name,
        withRows(
          table,
          rows.filter((_, i) => i !== at),
        ),
      )
    else if (kind === 'copy') tables.set(name, withRows(table, [...rows, ...rows.slice(at, at + 1)]))
    else if (kind === 'value') edited((one) => ({ ...one, [key]: value }))
    else if (kind === 'move') edited((one) => ({ ...one, [key]: pick(rows, other)?.[key] ?? null }))
    else if (kind === 'column') edited((one) => ({ ...one, strange: value }))
    else
      tables.set(
        name,
        withRows(
          table,
          rows.map(({ [key]: _, ...rest }) => rest),
        ),
      )
  })

const damaged = fc
  .tuple(fc.constantFrom(...databases), fc.array(damage, { minLength: 1, maxLength: 12 }))
  .map(([tables, all]): SourceTables => {
    const copy = new Map(tables)
    for (const one of all) one(copy)
    return copy
  })

/** What a writer relies on. */
function expectConsistent(plan: MoveInPlan, here: Here): void {
  const tags = [...here.inbounds, ...plan.inbounds].map(({ tag }) => tag)
  expect(new Set(tags).size).toBe(tags.length)
  const nodes = new Set([...here.nodes, ...plan.nodes].map(({ name }) => name))
  expect(plan.inbounds.filter(({ node }) => node !== '' && !nodes.has(node))).toEqual([])
  const emails = [...here.clients, ...plan.clients.map(({ record }) => record)].map((c) => emailKey(c.email))
  expect(new Set(emails).size).toBe(emails.length)
  const known = new Set(tags)
  for (const { record, attachments, up, down } of plan.clients) {
    const { uuid, createdAt, updatedAt: _, disabledByPanel: __, reverse, ...fields } = record
    checkClientInput({ ...fields, id: uuid, created_at: createdAt, reverse: reverse ?? undefined })
    expect(Number.isSafeInteger(up + down) && up >= 0 && down >= 0).toBe(true)
    const at = attachments.map(({ inboundTag }) => inboundTag)
    expect(at.filter((tag) => !known.has(tag))).toEqual([])
    expect(new Set(at).size).toBe(at.length)
  }
  const referred = [
    ...plan.fallbacks.flatMap(({ masterTag, childTag }) => [masterTag, childTag || masterTag]),
    ...plan.hosts.flatMap(({ inboundTags }) => inboundTags),
    ...plan.attachments.map(({ inboundTag }) => inboundTag),
  ]
  expect(referred.filter((tag) => !known.has(tag))).toEqual([])
  for (const { fields } of plan.inbounds) {
    expect(Number.isSafeInteger(fields.port) && fields.port >= 0 && fields.port <= 65_535).toBe(true)
    expect(JSON.parse(JSON.stringify(fields))).toEqual(fields)
  }
  const names = [...here.tokens, ...plan.tokens].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { said } of plan.findings)
    expect(inEnglish(said)).not.toMatch(/^movein\.|\{(?:reason|tag|email)\}/)
}

const asked = { takeSettings: true, keepHttp: true }

it(
  'a damaged database never stops a plan, and the plan fits together',
  () => {
    fc.assert(
      fc.property(damaged, (tables) => {
        const arrival = readThreeXui(tables, readerTools)
        const plan = planMoveIn(arrival, freshPanel, asked, countingMint())
        expectConsistent(plan, freshPanel)
        const here = after(freshPanel, plan)
        const again = planMoveIn(arrival, here, asked, countingMint())
        expectConsistent(again, here)
        for (const [kind, { comes }] of Object.entries(again.counts)) expect([kind, comes]).toEqual([kind, 0])
      }),
      fuzzing('databases to move in', 300),
    )
  },
  fuzzTimeout,
)

it(
  'two databases one after the other, and the first again: nobody is lost, renamed twice or mixed up',
  () => {
    fc.assert(
      fc.property(damaged, damaged, (one, other) => {
        const [first, second] = [readThreeXui(one, readerTools), readThreeXui(other, readerTools)]
        const mint = countingMint()
        const plan = planMoveIn(first, freshPanel, asked, mint)
        const here = after(freshPanel, plan)
        const added = planMoveIn(second, here, { takeSettings: false, keepHttp: false }, mint)
        expectConsistent(added, here)
        const both = after(here, added)
        for (const arrival of [first, second]) {
          const again = planMoveIn(arrival, both, { takeSettings: false, keepHttp: false }, mint)
          expectConsistent(again, both)
          const { inbounds, clients, fallbacks, hosts, nodes, tokens } = again.counts
          const comes = [inbounds, clients, fallbacks, hosts, nodes, tokens].map((count) => count.comes)
          expect(comes).toEqual([0, 0, 0, 0, 0, 0])
        }
      }),
      fuzzing('two databases to move in', 100),
    )
  },
  fuzzTimeout,
)

/** A database of 3.6 with `n` clients, each on two inbounds. */
function large(n: number, odd: boolean): SourceTables {
  const table = (rows: readonly SourceRow[]): SourceTable => ({
    columns: Object.keys(rows[0] ?? {}),
    rows,
    rowCount: rows.length,
  })
  const uuid = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
  const email = (i: number) => (odd ? ['', 'a b', 'A', 'a'][i % 4]! : `client-${i}`)
  const ids = Array.from({ length: n }, (_, i) => i + 1)
  const source = databases.at(-1)!
  return new Map([
    ...source,
    [
      'clients',
      table(ids.map((id) => ({ id, email: email(id), sub_id: `s${id}`, uuid: uuid(id), enable: 1 }))),
    ],
    ['client_traffics', table(ids.map((id) => ({ id, email: email(id), up: id, down: id, enable: 1 })))],
    [
      'client_inbounds',
      table(
        ids.flatMap((id) => [1, 2].map((inbound_id) => ({ client_id: id, inbound_id, flow_override: '' }))),
      ),
    ],
  ])
}

it.each([
  ['sound', false],
  ['with the same few names for all', true],
])('the cost of a plan grows with the number of clients and no faster: %s', (_, odd) => {
  const plan = (n: number) => {
    const arrival = readThreeXui(large(n, odd), readerTools)
    const first = planMoveIn(arrival, freshPanel, asked, countingMint())
    expect(first.clients).toHaveLength(n)
  }
  expect(growth(plan, 2_000)).toBeLessThan(mostGrowth)
})
