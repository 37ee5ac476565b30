import type { Block } from '#contract/inbound.ts'
import { isBlock } from '#domain/untyped.ts'
import type { Cell } from './cells.ts'
import type { Field } from './field.ts'

/** A value and the path it was found at, with list indexes: `settings.accounts[2].user`. */
interface Found {
  at: string
  value: unknown
  /** A parent of the field exists but is not a block (or list), so the field cannot exist. */
  blocked?: true
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)
const isThere = (value: unknown): boolean => value !== undefined && value !== null

function* walk(
  block: Block,
  keys: readonly string[],
  at: string,
  alias: readonly string[],
): Generator<Found> {
  const [head = '', ...rest] = keys
  const each = head.endsWith('[]')
  const name = each ? head.slice(0, -2) : head
  if (rest.length === 0) {
    for (const key of [name, ...alias])
      if (isThere(block[key])) yield { at: join(at, key), value: block[key] }
    return
  }
  const next = block[name]
  const path = join(at, name)
  if (!isThere(next)) return
  if (each && Array.isArray(next)) {
    for (const [i, entry] of next.entries())
      if (isBlock(entry)) yield* walk(entry, rest, `${path}[${i}]`, alias)
  } else if (!each && isBlock(next)) yield* walk(next, rest, path, alias)
  else yield { at: path, value: next, blocked: true }
}

/** The values of a field: none if absent or null, several for a field of list entries. */
export const valuesOf = (form: Block, path: string, alias: readonly string[] = []): Found[] => [
  ...walk(form, path.split('.'), '', alias),
]

const fits = <T>(allowed: readonly T[] | undefined, value: T | undefined): boolean =>
  allowed === undefined || (value !== undefined && allowed.includes(value))

/** The cell of an inbound or of an outbound. */
type AnyCell = Omit<Cell, 'protocol'> & { protocol: string }

export const inCell = (field: Field, cell: AnyCell): boolean =>
  fits<string>(field.protocol, cell.protocol) &&
  fits(field.network, cell.network) &&
  fits(field.security, cell.security)

/** Whether other fields require this one: the form then shows it, and a new inbound gets its default. */
export const isWanted = (field: Field, form: Block): boolean =>
  Object.entries(field.where ?? {}).every(([path, allowed]) =>
    allowed.includes(valuesOf(form, path)[0]?.value),
  )
