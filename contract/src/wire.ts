import { z } from 'zod'
import type { Coded } from './coded.ts'
import { nestsTooDeep } from './nesting.ts'
import type { Route } from './routes/under.ts'

/** Who may call a route. The guard follows from the path; only routes declared `open` are open (ADR 004). */
export type Guard = 'open' | 'api' | 'session' | 'socket'
export type Method = 'GET' | 'POST' | 'DELETE'

export interface EndpointSpec extends Route {
  open?: true
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  reply: z.ZodType
  /** `msg` of a success; clients show it to users. */
  says?: string
  /**
   * The body is multipart with one file in the field of this name; it is stored on disk, not in memory. `body` describes
   * the other fields, which `receiveFile` returns.
   */
  upload?: string
  /** Bytes; the default is 10 MiB (R17). */
  bodyLimit?: number
  /** The body may be compressed with gzip. `bodyLimit` is for the text. */
  zipped?: true
  /** The reply is a download of this content type, not JSON. */
  download?: string
}

/** Without a reply it is null. */
type Described = Omit<EndpointSpec, 'method' | 'path' | 'bare' | 'long' | 'reply'> & { reply?: z.ZodType }
type Replying<S> = S extends { reply: z.ZodType } ? S : S & { reply: z.ZodNull }

/** Endpoints are constants shared by server, web app, docs and tests: every route of a group, and what it takes and replies. */
export const api = <const R extends Record<string, Route>, const S extends Record<keyof R, Described>>(
  routes: R,
  described: S & Record<Exclude<keyof S, keyof R>, never>,
): { [Name in keyof R]: R[Name] & Replying<S[Name]> } => {
  const reply = z.null()
  const endpoints = Object.entries(routes).map(([name, route]) => [
    name,
    { ...route, reply, ...described[name] },
  ])
  return Object.fromEntries(endpoints)
}

export type BodyOf<E extends EndpointSpec> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined
export type QueryOf<E extends EndpointSpec> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined
export type ReplyOf<E extends EndpointSpec> = z.input<E['reply']>

export const methodsOf = (e: EndpointSpec): readonly Method[] =>
  typeof e.method === 'string' ? [e.method] : e.method
export const pathsOf = (e: EndpointSpec): readonly string[] => [e.path, ...(e.also ?? [])]

/** Bearer tokens work only below these prefixes (R12). */
export function guardOf(path: string, open?: true): Guard {
  if (open) return 'open'
  return path.startsWith('/panel/api/') || path.startsWith('/api/') ? 'api' : 'session'
}

/** All three keys are always present: published clients read them without checking. */
export interface Envelope<T = unknown> {
  success: boolean
  msg: string
  obj: T
}

/** A failure also says in data what `msg` says in English. `field` names the input at fault, where there is one. */
export interface FailedEnvelope extends Envelope<null>, Coded {
  success: false
  field?: string
}

function parseIfString(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return undefined
  if (nestsTooDeep(value)) return value // left as text, so the schema rejects it
  try {
    const parsed: unknown = value.includes('"__proto__"')
      ? JSON.parse(value, withoutProto)
      : JSON.parse(value)
    return parsed ?? undefined // the text "null" counts as absent
  } catch {
    return value
  }
}

/** Dropped like any unknown key (R17). */
const withoutProto = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

/** Legacy callers send nested settings as JSON text; this turns it into the object. */
export const jsonish = <T extends z.ZodType>(schema: T) => z.preprocess(parseIfString, schema)
