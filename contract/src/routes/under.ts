import type { Method } from '../wire.ts'

/** Where an endpoint is. Free of schemas, so that the browser can load it. */
export interface Route {
  /** A read that 3x-ui has as POST also answers GET (R12). */
  method: Method | readonly ['POST', 'GET']
  path: string
  /** Alias paths with the same behaviour (R12). */
  also?: readonly string[]
  /** The reply is the whole body, not the `obj` of an envelope. */
  bare?: true
  /**
   * The work may take longer than a caller or a proxy waits. It continues without them, and the same request sent again
   * joins it, or gets the result that was not delivered.
   */
  long?: true
}

type Line = `${Method | 'POST+GET'} ${'/' | ''}${string}`
type MethodIn<M extends string> = M extends Method ? M : readonly ['POST', 'GET']
type Marked<Marks extends string> = (Marks extends `${string}bare${string}` ? { bare: true } : object) &
  (Marks extends `${string}long${string}` ? { long: true } : object)
type RouteOf<Root extends string, L extends string> = L extends `${infer M} ${infer P} ${infer Marks}`
  ? { method: MethodIn<M>; path: `${Root}${P}` } & Marked<Marks>
  : L extends `${infer M} ${infer P}`
    ? { method: MethodIn<M>; path: `${Root}${P}` }
    : never

/** `GET /list`, `POST+GET /all`, `GET /openapi.json bare` or `POST /create long`, each below `root` and also below `alias`. */
export function under<const Root extends string, const Lines extends Record<string, Line>>(
  root: Root,
  lines: Lines,
  alias?: string,
): { [Name in keyof Lines]: RouteOf<Root, Lines[Name]> } {
  const routes = Object.entries(lines).map(([name, line]) => {
    const [method = '', path, ...marks] = line.split(' ')
    const route = {
      method: method === 'POST+GET' ? ['POST', 'GET'] : method,
      path: root + path,
      ...(alias && { also: [alias + path] }),
      ...Object.fromEntries(marks.map((mark) => [mark, true])),
    }
    return [name, route]
  })
  return Object.fromEntries(routes) // the same split as in the type above
}
