import type { Schema } from './schema.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

interface Described {
  operationId: string
  summary: string
  security: readonly object[]
  parameters: readonly Parameter[]
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> }
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>
}

export interface OpenApi {
  info: { version: string }
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

/** One operation, with every method and path that leads to it. */
export type Operation = ReturnType<typeof operationOf>

/** `/panel/setting/all` and `/panel/api/setting/all` are one; so are `/api/server/status` and its longer form. */
const canonical = (path: string) =>
  path.replace(/^\/panel\/(setting|xray)(?=\/|$)/, '/panel/api/$1').replace(/^\/api\//, '/panel/api/')

export function groupOf(path: string): string {
  const [, first = '', second = ''] = /^\/panel\/api\/([\w-]+)(?:\/([\w-]+))?/.exec(canonical(path)) ?? []
  if (first === '') return 'session'
  return first === 'setting' && second === 'sessions' ? 'session' : first
}

const json = 'application/json'

/** The content of `obj`, or the whole reply if there is no envelope. */
function replyOf({ responses }: Described) {
  const schema = responses['200']?.content?.[json]?.schema
  const done = schema?.anyOf?.[0] ?? schema
  if (!done) return undefined
  const { success, msg, obj } = done.properties ?? {}
  return success && msg && obj ? { schema: obj, enveloped: true } : { schema: done, enveloped: false }
}

/** A bearer token works only below the API; if there are several paths, the first is shown. */
function guardOf({ security }: Described): 'open' | 'token' | 'session' {
  if (security.length === 0) return 'open'
  return security.some((way) => 'bearer' in way) ? 'token' : 'session'
}

function operationOf(path: string, method: string, described: Described) {
  const types = Object.keys(described.responses['200']?.content ?? {})
  return {
    id: described.operationId,
    group: groupOf(path),
    methods: [method.toUpperCase()],
    /** With `{name}` for its parameters. */
    path,
    also: [] as string[],
    summary: described.summary,
    guard: guardOf(described),
    parameters: described.parameters.filter((parameter) => parameter.in !== 'header'),
    body: described.requestBody?.content[json]?.schema,
    /** Content type of a reply that is a file. */
    file: types.find((type) => type !== json),
    reply: replyOf(described),
  }
}

/** An operation with two paths or methods is listed once, under the path that accepts a token. */
export function operationsOf({ paths }: OpenApi): Operation[] {
  const known = new Map<string, Operation>()
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(path, method, described)),
  )
  // Those with a token first, so that each is listed under that path; a stable sort keeps the rest.
  for (const found of all.toSorted((a, b) => Number(b.guard === 'token') - Number(a.guard === 'token'))) {
    const key = `${canonical(found.path)} ${found.summary}`
    const first = known.get(key)
    if (!first) {
      known.set(key, found)
      continue
    }
    if (found.path !== first.path && !first.also.includes(found.path)) first.also.push(found.path)
    if (!first.methods.includes(found.methods[0] ?? '')) first.methods.push(...found.methods)
    first.body ??= found.body
  }
  return [...known.values()].sort((a, b) => a.path.localeCompare(b.path, 'en'))
}

/** Every word occurs in the path, the method or the description. */
export function matching(operations: readonly Operation[], text: string): Operation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ path, also, methods, summary }) => {
    const all = [path, ...also, ...methods, summary].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** A read is tried by GET, whatever other methods it accepts. */
export const methodOf = ({ methods }: Operation): string =>
  methods.includes('GET') ? 'GET' : (methods[0] ?? 'GET')
