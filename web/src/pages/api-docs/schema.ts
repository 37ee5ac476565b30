/** The part of JSON Schema that our description uses. */
export interface Schema {
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  nullable?: boolean
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  description?: string
  default?: unknown
  format?: string
}

const plain: Readonly<Record<string, string>> = { integer: 'int', string: 'text', boolean: 'true or false' }
const union = (parts: readonly string[]) => [...new Set(parts)].join(' | ')
const bracketed = (text: string) => (text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text)

/** A schema printed like a value: indented, with a question mark after optional keys. */
export function schemaText(schema: Schema, depth = 0): string {
  if (depth > 8) return '…'
  const text = bare(schema, depth)
  return schema.nullable && !text.split(' | ').includes('null') ? `${text} | null` : text
}

function bare(schema: Schema, depth: number): string {
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf) return union(schema.anyOf.map((part) => schemaText(part, depth)))
  if (schema.type === 'array') return `${bracketed(schemaText(schema.items ?? {}, depth))}[]`
  if (schema.type === 'object' || schema.properties) return objectText(schema, depth)
  return plain[schema.type ?? ''] ?? schema.type ?? 'anything'
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema, depth: number): string {
  const inner = '  '.repeat(depth + 1)
  const lines = Object.entries(properties).map(([name, part]) => {
    const absent = required.includes(name) ? '' : '?'
    const why = part.description ? `  // ${part.description}` : ''
    return `${inner}${name}${absent}: ${schemaText(part, depth + 1)}${why}`
  })
  if (typeof additionalProperties === 'object')
    lines.push(`${inner}[name]: ${schemaText(additionalProperties, depth + 1)}`)
  return lines.length === 0 ? '{ }' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

/** An example value: the required fields, and optional ones with a default. */
export function exampleOf(schema: Schema, depth = 0): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, depth)
  if (schema.type === 'array') return []
  if (schema.properties && depth < 6) {
    const { required = [], properties } = schema
    // If nothing is required, the first few fields show what is possible.
    const names = required.length > 0 ? required : Object.keys(properties).slice(0, 3)
    return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, depth + 1)]))
  }
  if (schema.type === 'integer' || schema.type === 'number') return 0
  if (schema.type === 'boolean') return true
  return schema.type === 'string' ? '' : {}
}
