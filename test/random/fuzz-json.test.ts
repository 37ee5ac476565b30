import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAssembly } from '#server/platform/egress/json/parts.ts'
import { readJson } from '#server/platform/egress/json/read.ts'
import { fuzzing, fuzzTimeout } from '../fuzz.ts'

// Answers of others are read by a reader of our own, because it counts before it makes anything. It must agree with JSON.parse
// on what is JSON and on what it says.

const refused = Symbol('refused')

function read(bytes: Buffer): unknown {
  const whole = createAssembly()
  try {
    for (const part of readJson(bytes, { maxElements: 10_000_000 })) whole.take(part)
    return whole.value()
  } catch {
    return refused
  }
}

function parse(text: string): unknown {
  try {
    // A field of this name is dropped: it could become the prototype of what it is copied to.
    return JSON.parse(text, function (this: Record<string, unknown>, name, value: unknown) {
      return name === '__proto__' ? undefined : value
    })
  } catch {
    return refused
  }
}

const spaces = fc.constantFrom(undefined, 1, 2, '\t')
const documents = fc
  .tuple(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), spaces)
  .map(([value, space]) => JSON.stringify(value, null, space))
const tokens = fc.constantFrom(
  ...'{ } [ ] , : " \\ 0 - 1e 1E+ .5 true nul \\u00 \\ud800 \\" // é \u0000 \n'.split(' '),
)
/** A document with something put in, or cut out, at a random place. */
const damaged = fc.tuple(documents, tokens, fc.nat(), fc.nat(3)).map(([text, token, at, cut]) => {
  const place = at % (text.length + 1)
  return text.slice(0, place) + token + text.slice(place + cut)
})

it.each([
  ['documents', documents],
  ['damaged documents', damaged],
])('%s are read as JSON.parse reads them', { timeout: fuzzTimeout }, (name, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = Buffer.from(text)
      expect(read(Buffer.from(bytes))).toEqual(parse(bytes.toString('utf8')))
    }),
    fuzzing(name, 2_000),
  )
})

it('a large field called __proto__ is dropped like a small one', () => {
  const many = JSON.stringify(Array.from({ length: 5_000 }, (_, n) => n))
  const value = read(Buffer.from(`{"a":1,"__proto__":{"isAdmin":true,"many":${many}},"b":2}`)) as object
  expect(value).toEqual({ a: 1, b: 2 })
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})
