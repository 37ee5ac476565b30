import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { type Path, valueAt, withValueAt } from './edit.ts'

const template: Block = {
  LOG: { loglevel: 'warning', mine: 1 },
  outbounds: [{ tag: 'a' }, { tag: 'b', settings: { x: [1] } }],
  note: 'kept',
}

describe('a value at a path', () => {
  test('is read however its keys are spelled', () => {
    expect(valueAt(template, ['log', 'logLevel'])).toBe('warning')
    expect(valueAt(template, ['outbounds', 1, 'settings', 'x', 0])).toBe(1)
    expect(valueAt(template, ['outbounds', 'tag'])).toBeUndefined()
  })
  test('is written where it was, in the spelling that was there', () => {
    const next = withValueAt(template, ['log', 'loglevel'], 'info')
    expect(JSON.stringify(next)).toBe(JSON.stringify(template).replace('warning', 'info'))
  })
  test('is taken away, and nothing is made to take it from', () => {
    expect(withValueAt(template, ['dns', 'servers'], undefined)).toBe(template)
    expect(withValueAt(template, ['log', 'loglevel'], undefined)).toEqual({ ...template, LOG: { mine: 1 } })
    expect(withValueAt(template, ['outbounds', 0], undefined).outbounds).toEqual(
      [template.outbounds].flat().slice(1),
    )
  })
  test('of two spellings one is left: the core could read the other', () => {
    expect(withValueAt({ dns: 1, DNS: 2 }, ['dns'], 3)).toEqual({ dns: 3 })
  })

  const key = fc.constantFrom('a', 'b', 'c', 'dns', 'Log', 'x')
  const path: fc.Arbitrary<Path> = fc.array(key, { minLength: 1, maxLength: 4 })
  const block = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })) as fc.Arbitrary<Block> // JSON objects

  test('what was written is read, and writing it again changes nothing', () => {
    fc.assert(
      fc.property(
        block,
        path,
        fc.jsonValue().filter((v) => v !== null),
        (from, at, value) => {
          const once = withValueAt(from, at, value)
          expect(valueAt(once, at)).toEqual(value)
          expect(withValueAt(once, at, value)).toEqual(once)
        },
      ),
    )
  })
  test('everything beside the path survives', () => {
    fc.assert(
      fc.property(block, path, fc.jsonValue(), (from, at, value) => {
        const others = (b: Block) =>
          Object.entries(b).filter(([k]) => k.toLowerCase() !== String(at[0]).toLowerCase())
        expect(others(withValueAt(from, at, value))).toEqual(others(from))
      }),
    )
  })
})
