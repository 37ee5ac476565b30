import { expect, test } from 'vitest'
import { createAssembly } from './parts.ts'
import { type JsonLimits, readJson } from './read.ts'

function read(text: string, limits: JsonLimits = { maxElements: 1_000_000 }) {
  const whole = createAssembly()
  let parts = 0
  for (const part of readJson(Buffer.from(text), limits)) {
    whole.take(structuredClone(part))
    parts++
  }
  return { value: whole.value(), parts }
}

const why = (text: string, limits?: JsonLimits): string => {
  try {
    return JSON.stringify(read(text, limits).value)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test.each([
  '{"a":[1,-0.5,1e3,2E-2,0],"b":{"c":null,"d":true,"e":false},"":""}',
  ' [ ] ',
  '\ufeff{ "x" : [ { } , [ ] ] }\n',
  '"\\u00e9 \\ud83d\\ude00 \\n \\" \\\\ \\/ 日本"',
  '12',
  '{"a":1,"a":2}',
])('%s is read as JSON.parse reads it', (text) => {
  expect(read(text).value).toEqual(JSON.parse(text.replace(/^\ufeff/, '')))
})

test.each([
  '',
  '{',
  '[1,]',
  '{"a":1,}',
  '{"a" 1}',
  '{a:1}',
  '[1 2]',
  '01',
  '1.',
  '+1',
  '"a',
  '"\n"',
  '"\\x"',
  'nul',
  '[1]]',
  '{}{}',
  ']',
  '[}',
])('%j is no JSON', (text) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(why(text)).toBe('not-json')
})

test('a large value comes in many small parts and is whole again', () => {
  const value = {
    before: [1, 2],
    lists: [0, 1, 2].map((n) => ({
      n,
      rows: Array.from({ length: 5_000 }, (_, id) => ({ id, on: [id] })),
      by: Object.fromEntries(Array.from({ length: 3_000 }, (_, id) => [`k${id}`, { id }])),
      last: true,
    })),
    after: 'x',
  }
  const { value: found, parts } = read(JSON.stringify(value))
  expect(found).toEqual(value)
  expect(parts).toBeGreaterThan(20)
})

test('elements are counted by what they cost, and depth has an end', () => {
  const maxElements = 1_600
  expect(why(`[${'{},'.repeat(97)}{}]`, { maxElements })).toContain('{}')
  expect(why(`[${'{},'.repeat(100)}{}]`, { maxElements })).toBe('too-much')
  expect(why(`[${'1,'.repeat(1_500)}1]`, { maxElements })).toContain('1')
  expect(why(`[${'1,'.repeat(1_600)}1]`, { maxElements })).toBe('too-much')
  const named = Array.from({ length: 30 }, (_, n) => `"k${n}":1`).join(',')
  expect(why(`{${named}}`, { maxElements })).toBe('too-much')
  expect(why('['.repeat(99) + ']'.repeat(99))).toContain('[')
  expect(why('['.repeat(1_000_000))).toBe('too-much')
})

test('JSON inside of a string is read and counted as a part of the answer', () => {
  const jsonFields = ['settings']
  const settings = { clients: [{ email: 'a"\\\u00e9😀\n', id: 1 }] }
  const row = { id: 1, settings: ` ${JSON.stringify(settings)} `, other: '{"a":1}' }
  const { value } = read(JSON.stringify([row, { settings: '' }, { settings: 'x' }, { settings: null }]), {
    maxElements: 1_000,
    jsonFields,
  })
  expect(value).toEqual([
    { id: 1, settings: settings, other: '{"a":1}' },
    { settings: '' },
    { settings: 'x' },
    { settings: null },
  ])
  const bomb = JSON.stringify([{ settings: `{"clients":[${'{},'.repeat(1_000)}{}]}` }])
  expect(why(bomb, { maxElements: 5_000, jsonFields })).toBe('too-much')
  expect(why(bomb, { maxElements: 5_000 })).toContain('clients')
  for (const broken of ['{"a":1}x', '{"a":', '{"a":1}}']) {
    expect(why(JSON.stringify([{ settings: broken }]), { maxElements: 5_000, jsonFields })).toBe('not-json')
  }
})

test('no field can change the prototype of an object', () => {
  const value = read('{"__proto__":{"isAdmin":true},"a":1}').value as Record<string, unknown>
  expect(Object.keys(value)).toEqual(['a'])
  expect(value.isAdmin).toBeUndefined()
})

test('fields that nobody asked for are checked and dropped, whatever is in them', () => {
  const only = { rows: ['id', 'at'] }
  const many = Array.from({ length: 5_000 }, (_, n) => ({ n, rows: [{ id: n }] }))
  const row = (id: number) => ({ id, name: 'x', many, at: { id, name: 'kept' }, more: { id: [1] } })
  const value = { rows: [row(1), 7, [{ name: 'inner' }], row(2)], one: { name: 'y' } }
  const limits = { maxElements: 1_000_000, only }
  const kept = (id: number) => ({ id, at: { id, name: 'kept' } })
  expect(read(JSON.stringify(value), limits).value).toEqual({
    rows: [kept(1), 7, [{ name: 'inner' }], kept(2)],
    one: { name: 'y' },
  })
  for (const broken of ['"\\x"', '"\n"', '[1,]', '{"a":}', '01', '"a'])
    expect(why(`{"rows":[{"name":${broken}}]}`, limits)).toBe('not-json')
  expect(why(JSON.stringify(value), { maxElements: 10_000, only })).toBe('too-much')
})

test('a large answer gives its memory back while it is read', () => {
  const clients = Array.from({ length: 2_500 }, (_, n) => ({
    email: `é"${n}\\`,
    id: n,
    pad: 'x'.repeat(1_500),
  }))
  const rows = [1, 2].map((id) => ({ id, settings: JSON.stringify({ clients, last: true }), stats: clients }))
  const text = Buffer.from(JSON.stringify({ rows, after: [1, 'two'] }))
  const buffer = new ArrayBuffer(text.length, { maxByteLength: text.length })
  const bytes = Buffer.from(buffer)
  text.copy(bytes)
  const whole = createAssembly()
  const sizes: number[] = []
  for (const part of readJson(bytes, { maxElements: 20_000_000, jsonFields: ['settings'] })) {
    whole.take(part)
    sizes.push(buffer.byteLength)
  }
  expect(whole.value()).toEqual({
    rows: [1, 2].map((id) => ({ id, settings: { clients, last: true }, stats: clients })),
    after: [1, 'two'],
  })
  expect(text.length).toBeGreaterThan(15_000_000)
  expect(sizes.at(-1)).toBeLessThan(5_000_000)
})
