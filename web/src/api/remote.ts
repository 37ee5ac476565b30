import type { Route } from '#contract/routes/under.ts'
import type { BodyOf, EndpointSpec, Method, QueryOf, ReplyOf } from '#contract/wire.ts'

type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/** An endpoint as the browser knows it. */
export interface Remote<E extends EndpointSpec = EndpointSpec> extends Route {
  /** Never set: it only carries the type. */
  readonly endpoint?: E
}

/** A read that 3x-ui has as POST is requested with GET, which needs no token. */
export const methodOf = ({ method }: Remote): Method => (typeof method === 'string' ? method : 'GET')

type Part<Name extends string, T> = [T] extends [undefined] ? object : { [K in Name]: T }
type Params<E extends EndpointSpec> = [PathParams<E['path']>] extends [never]
  ? object
  : { params: Record<PathParams<E['path']>, string | number> }

/** A query of which nothing is required can be left out. */
type Query<T> = [T] extends [undefined] ? object : object extends T ? { query?: T } : { query: T }

/** The arguments of a call: exactly the parts that the contract defines. */
export type Input<E extends EndpointSpec> = Params<E> & Part<'body', BodyOf<E>> & Query<QueryOf<E>>

/** The optional second argument: absent if the endpoint takes nothing. */
export type InputArgs<E extends EndpointSpec> = object extends Input<E> ? [input?: object] : [input: Input<E>]

export type Reply<E extends EndpointSpec> = ReplyOf<E>

export interface AnyInput {
  params?: Record<string, string | number>
  body?: unknown
  query?: Record<string, unknown>
}

/**
 * The call was type-checked; from here on only its parts matter, and the compiler cannot follow that for
 * every E.
 */
export const inputOf = (args: readonly unknown[]): AnyInput => (args[0] ?? {}) as AnyInput

/** The path below the base path, with parameters and query filled in. */
export function pathFor({ path }: Remote, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return filled.slice(1) + (text && `?${text}`)
}
