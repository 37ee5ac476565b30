import { expect, it } from 'vitest'
import { exampleOf, type Schema, schemaText } from './schema.ts'

const client: Schema = {
  type: 'object',
  required: ['email'],
  properties: {
    email: { type: 'string', description: 'unique' },
    flow: { type: 'string', enum: ['', 'vision'] },
    ids: { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'string' }] } },
    reverse: { type: 'object', nullable: true, properties: { tag: { type: 'string' } } },
    more: { type: 'object', additionalProperties: { type: 'integer' } },
    odd: {},
  },
}

it('prints a schema in the form of a value', () => {
  expect(schemaText(client)).toBe(`{
  email: text  // unique
  flow?: "" | "vision"
  ids?: (int | text)[]
  reverse?: {
    tag?: text
  } | null
  more?: {
    [name]: int
  }
  odd?: anything
}`)
  expect(schemaText({ type: 'string', nullable: true, enum: [null] })).toBe('null')
})

it('ends a recursive schema', () => {
  const endless: { properties: Record<string, Schema>; type: string } = { type: 'object', properties: {} }
  endless.properties.again = endless
  expect(schemaText(endless)).toContain('…')
  expect(JSON.stringify(exampleOf(endless))).toContain('again')
})

it('makes an example of the required fields, and shows optional ones if nothing is required', () => {
  expect(exampleOf(client)).toEqual({ email: '' })
  expect(exampleOf({ ...client, required: [] })).toEqual({ email: '', flow: '', ids: [] })
  expect(exampleOf({ type: 'array', default: [1] })).toEqual([1])
})
