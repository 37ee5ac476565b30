import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { anyText } from '#test/fixtures/subscription-texts.ts'
import { yamlOf } from './clash.ts'

const { file } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyText,
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('file'),
  ),
  file: fc.dictionary(anyText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}))

describe('whatever is written is read back', () => {
  test.each(['1.1', '1.2'] as const)('as YAML %s', (version) => {
    fc.assert(
      fc.property(file, (value) => {
        const block = { first: 1, ...(value as object) } // always a map
        expect(parse(yamlOf(block), { version })).toEqual(block)
      }),
      { numRuns: process.env.SLUICE_LONG ? 10_000 : 300 },
    )
  })

  test('and looks like what a person would write', () => {
    const value = {
      none: [],
      blank: {},
      list: [{ word: 'yes', more: [['x'], { port: 1 }] }],
      gone: undefined,
      no: true,
      'X Y': { E0: 'é' },
    }
    expect(yamlOf(value)).toBe(`none: []
blank: {}
list:
  - word: "yes"
    more:
      -
        - "x"
      - port: 1
"no": true
"X Y":
  "E0": "é"
`)
  })
})
