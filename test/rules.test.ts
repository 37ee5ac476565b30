import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { citedRules, definedRecords, definedRules, unresolved } from './house/citations.ts'
import { readRepository } from './house/source.ts'

const repository = readRepository(dirname(dirname(fileURLToPath(import.meta.url))))
const rules = repository.find(({ path }) => path === 'docs/rules.md')?.text ?? ''
const defined = {
  rules: definedRules(rules),
  records: definedRecords(repository.map(({ path }) => path)),
}
const samples = { rules: new Set(['R1', 'P29', 'C5']), records: new Set(['007']) }

it('rules and decision records were read', () => {
  expect([...defined.rules]).toEqual(expect.arrayContaining(['R1', 'R50', 'P4', 'P60', 'S5', 'C1']))
  expect([...defined.records]).toEqual(expect.arrayContaining(['001', '086']))
})

it('no id is defined twice', () => {
  const ids = [...rules.matchAll(/^- \*\*(\w+)\*\* /gm)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
})

it('every cited rule and decision record exists', () => {
  expect(repository.flatMap((source) => unresolved(source, defined))).toEqual([])
})

it('every rule is cited by code or a test', () => {
  const about = new Set(['test/rules.test.ts', 'test/house/citations.ts']) // their ids are examples
  const cited = new Set(
    repository
      .filter(({ path }) => !path.endsWith('.md') && !about.has(path))
      .flatMap((source) => citedRules(source)),
  )
  expect([...defined.rules].filter((id) => !cited.has(id))).toEqual([])
})

describe('a citation', () => {
  it.each([
    { path: 'domain/src/a.ts', text: '// Kept until the commit (R99).' },
    { path: 'domain/src/a.ts', text: '/** Bounded (R1, P77). */' },
    { path: 'domain/src/a.ts', text: 'f() // S4' },
    { path: 'web/src/a.tsx', text: 'const a = <p>{/* C88 */}</p>' },
    { path: 'domain/src/a.test.ts', text: "test('P61: nothing is written', () => {})" },
    { path: 'domain/src/a.test.ts', text: "describe.each([1])('R60: nothing is written', () => {})" },
    { path: 'test/a.py', text: 'x = 1  # R99' },
    { path: 'docs/a.md', text: 'The counter saturates (P99).' },
    { path: 'docs/a.md', text: 'See ADR 999.' },
    { path: 'server/src/a.ts', text: '// Without its clients (ADR 7).' },
  ])('that does not resolve is found: $path $text', (sample) => {
    expect(unresolved(sample, samples)).toHaveLength(1)
  })

  it.each([
    { path: 'domain/src/a.ts', text: '// Kept (R1, P29), see ADR 007; C5.' },
    { path: 'domain/src/a.ts', text: "const email = 'P100'" },
    { path: 'domain/src/a.ts', text: "// '/sub/%C3%A4' is decoded, #C99 is a colour" },
    { path: 'domain/src/a.test.ts', text: "test('a rename', () => rename('P23'))" },
    { path: 'docs/a.md', text: 'R1 and ADR 007.' },
  ])('that resolves, or only looks like one, is accepted: $path $text', (sample) => {
    expect(unresolved(sample, samples)).toEqual([])
  })
})
