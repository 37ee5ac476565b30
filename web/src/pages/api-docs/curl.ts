import { methodOf, type Operation } from './operations.ts'
import { exampleOf } from './schema.ts'

export const tokenPlaceholder = 'YOUR_TOKEN'

/** Quoted as one shell argument. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

interface Options {
  /** Origin and base path, with a trailing slash. */
  root: string
  token: string
  /** The filled-in values; a parameter without one is shown by its name. */
  values?: Readonly<Record<string, string>>
}

/** The path with the filled-in values; the query has only parameters with a value and required ones. */
export function urlOf(
  { path, parameters }: Operation,
  { root, values = {} }: Omit<Options, 'token'>,
): string {
  const filled = path
    .slice(1)
    .replace(/\{(\w+)\}/g, (whole, name: string) => (values[name] ? encodeURIComponent(values[name]) : whole))
  const query = parameters
    .filter(({ name, in: where, required }) => where === 'query' && (required || values[name]))
    .map(({ name }) => `${name}=${values[name] ? encodeURIComponent(values[name]) : `{${name}}`}`)
  return root + filled + (query.length > 0 ? `?${query.join('&')}` : '')
}

/** A command to paste into a terminal. */
export function curlOf(operation: Operation, options: Options): string {
  const method = methodOf(operation)
  const parts = [`curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${quoted(urlOf(operation, options))}`]
  if (operation.guard === 'token')
    parts.push(`-H ${quoted(`Authorization: Bearer ${options.token || tokenPlaceholder}`)}`)
  if (operation.guard === 'session') {
    parts.push(`-b ${quoted('3x-ui=YOUR_SESSION')}`)
    if (method !== 'GET') parts.push(`-H ${quoted('X-CSRF-Token: YOUR_CSRF_TOKEN')}`)
  }
  if (operation.body && method !== 'GET') {
    parts.push(`-H ${quoted('Content-Type: application/json')}`)
    parts.push(`-d ${quoted(JSON.stringify(exampleOf(operation.body)))}`)
  }
  return parts.join(' \\\n  ')
}
