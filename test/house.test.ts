import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { directionRules } from './house/directions.ts'
import { doorRules } from './house/doors.ts'
import { fileRules } from './house/files.ts'
import { honestTestRules } from './house/honest-tests.ts'
import { patternRules } from './house/patterns.ts'
import { readRepository } from './house/source.ts'
import { textRules } from './house/texts.ts'
import { wallRules } from './house/walls.ts'

const repository = readRepository(dirname(dirname(fileURLToPath(import.meta.url))))
const rules = [
  ...wallRules,
  ...doorRules,
  ...fileRules,
  ...directionRules,
  ...honestTestRules,
  ...textRules,
  ...patternRules,
]

it('reads the repository', () => {
  expect(repository.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['package.json', 'contract/src/wire.ts', 'test/house.test.ts', '.ci/run']),
  )
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
