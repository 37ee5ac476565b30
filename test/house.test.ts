import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { buildRules } from './house/build.ts'
import { cyclesIn } from './house/cycles.ts'
import { directionRules } from './house/directions.ts'
import { doorExceptions, doorRules } from './house/doors.ts'
import { fileRules } from './house/files.ts'
import { floorRules } from './house/floors.ts'
import { honestTestRules } from './house/honest-tests.ts'
import { patienceRules } from './house/patience.ts'
import { patternRules } from './house/patterns.ts'
import { placementRules } from './house/placement.ts'
import { readRepository } from './house/source.ts'
import { stateRules } from './house/states.ts'
import { tableRules } from './house/tables.ts'
import { textRules } from './house/texts.ts'
import { wallRules } from './house/walls.ts'
import { writeRules } from './house/writes.ts'

const repository = readRepository(dirname(dirname(fileURLToPath(import.meta.url))))
const rules = [
  ...buildRules,
  ...wallRules,
  ...floorRules,
  ...doorRules,
  ...writeRules,
  ...tableRules,
  ...fileRules,
  ...directionRules,
  ...honestTestRules,
  ...textRules,
  ...patternRules,
  ...patienceRules,
  ...placementRules,
  ...stateRules,
]

it('reads the repository', () => {
  expect(repository.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['package.json', 'contract/src/wire.ts', 'test/house.test.ts', '.ci/run']),
  )
})

it('the exceptions of the one door are files that exist', () => {
  expect(repository.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(doorExceptions)))
})

describe('no file loads itself through others', () => {
  it('holds', () => {
    expect(cyclesIn(repository)).toEqual([])
  })

  const field = { path: 'web/src/field.tsx', text: "import { Rows } from './rows.tsx'" }
  it('can fail', () => {
    const rows = { path: 'web/src/rows.tsx', text: "import { Field } from './field.tsx'" }
    expect(cyclesIn([field, rows])).toEqual(['web/src/field.tsx -> web/src/rows.tsx -> web/src/field.tsx'])
    const far = { path: 'web/src/rows.tsx', text: "import { x } from './x.tsx'" }
    const back = { path: 'web/src/x.tsx', text: "export { Field } from './field.tsx'" }
    expect(cyclesIn([field, far, back])).toHaveLength(1)
  })

  it('leaves types and lazy imports alone', () => {
    const typed = { path: 'web/src/rows.tsx', text: "import type { Field } from './field.tsx'" }
    const lazy = { path: 'web/src/rows.tsx', text: "const later = () => import('./field.tsx')" }
    expect([...cyclesIn([field, typed]), ...cyclesIn([field, lazy])]).toEqual([])
  })
})

describe.each(rules)('$name', (rule) => {
  it('holds', () => {
    expect(repository.flatMap((source) => rule.finds(source))).toEqual([])
  })

  it.each(rule.bad)('can fail: $path $text', (sample) => {
    expect(rule.finds(sample)).not.toEqual([])
  })

  it.each(rule.good)('leaves alone: $path $text', (sample) => {
    expect(rule.finds(sample)).toEqual([])
  })
})
