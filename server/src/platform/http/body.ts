import secureJson from 'secure-json-parse'
import { z } from 'zod'
import { deepest, nestsTooDeep } from '#contract/nesting.ts'
import { Refusal } from '#domain/refusal.ts'
import type { MaybeAsync } from '../maybe-async.ts'

/** More fields than any form of ours has; each takes microseconds, and a body could hold a million. */
const usualPairs = 5_000

/** Decodes the body by content type, or by its first character if the type is unknown. */
export function decodeBody(
  raw: Buffer | undefined,
  contentType: string | undefined,
  schema: z.ZodType,
  mostPairs = usualPairs,
): MaybeAsync<unknown> {
  if (!raw || raw.length === 0) return {} // published clients send a JSON type and no body
  // The most common spelling.
  if (contentType === 'application/json') return parseJson(raw.toString('utf8'), mostPairs)
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'multipart/form-data')
    return multipart(raw, contentType ?? '', mostPairs).then((fields) => coerce(fields, schema))
  const text = raw.toString('utf8')
  const looksLikeJson = /^[[{]/.test(text.trimStart())
  if (type === 'application/json' || (looksLikeJson && type !== 'application/x-www-form-urlencoded')) {
    return parseJson(text, mostPairs)
  }
  refuseNul(text.includes('\0') || text.includes('%00'))
  refuseMany(text, '&', mostPairs)
  return coerce(Object.fromEntries(new URLSearchParams(text)), schema)
}

function parseJson(text: string, mostPairs: number): unknown {
  if (text.trim() === '') return {}
  if (nestsTooDeep(text)) throw new Refusal('input.too-deep', { max: deepest })
  if (mostPairs < usualPairs) refuseMany(text, '":', mostPairs)
  const escapes = text.includes('\\u')
  refuseNul(text.includes('\0') || (escapes && /(?:^|[^\\])(?:\\\\)*\\u0000/.test(text)))
  try {
    // R17: `__proto__` and `constructor` are dropped like unknown keys. Text that contains neither, plain or escaped,
    // takes the fast path.
    if (!escapes && !text.includes('__proto__') && !text.includes('constructor')) return JSON.parse(text)
    return secureJson.parse(text, { protoAction: 'remove', constructorAction: 'remove' })
  } catch {
    throw new Refusal('input.not-json')
  }
}

export function refuseNul(found: boolean) {
  if (found) throw new Refusal('input.nul')
}

/** Counted before parsing. */
function refuseMany(text: string | Buffer, divider: string, most: number) {
  let found = 1
  for (let at = text.indexOf(divider); at >= 0; at = text.indexOf(divider, at + divider.length)) {
    if (++found > most) throw new Refusal('input.too-many-fields', { max: most })
  }
}

async function multipart(
  raw: Buffer,
  contentType: string,
  mostPairs: number,
): Promise<Record<string, unknown>> {
  refuseMany(raw, '\n--', mostPairs)
  try {
    const form = await new Response(new Uint8Array(raw), {
      headers: { 'content-type': contentType },
    }).formData()
    const fields = Object.fromEntries(form)
    refuseNul(Object.values(fields).some((v) => typeof v === 'string' && v.includes('\0')))
    return fields
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('input.multipart-unreadable')
  }
}

type Kind = 'number' | 'boolean' | 'other'
const kindsOf = new WeakMap<z.ZodType, Map<string, Kind>>()

/** Form values are text: numbers and booleans are converted according to the schema. */
function coerce(fields: Record<string, unknown>, schema: z.ZodType): Record<string, unknown> {
  const kinds = kindsOf.get(schema) ?? fieldKinds(schema)
  kindsOf.set(schema, kinds)
  const out: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (name === '__proto__' || name === 'constructor') continue
    out[name] = typeof value === 'string' ? coerceOne(value, kinds.get(name) ?? 'other') : value
  }
  return out
}

function coerceOne(text: string, kind: Kind): unknown {
  if (kind === 'number')
    return text.trim() === '' ? undefined : Number.isNaN(Number(text)) ? text : Number(text)
  if (kind === 'boolean') {
    if (['true', 'on', '1'].includes(text)) return true
    if (['false', 'off', '0', ''].includes(text)) return false
  }
  return text
}

function fieldKinds(schema: z.ZodType): Map<string, Kind> {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string; anyOf?: { type?: string }[] }>
  }
  return new Map(
    Object.entries(shape.properties ?? {}).map(([name, p]) => {
      const types = [p.type, ...(p.anyOf ?? []).map((a) => a.type)]
      if (types.includes('string')) return [name, 'other']
      if (types.includes('integer') || types.includes('number')) return [name, 'number']
      return [name, types.includes('boolean') ? 'boolean' : 'other']
    }),
  )
}
