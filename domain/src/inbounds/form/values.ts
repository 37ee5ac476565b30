import type { Block } from '#contract/inbound.ts'
import { isBlock } from '../stream.ts'
import type { Cell } from './cells.ts'
import type { Field } from './field.ts'

/** An inbound as the table sees it: one block, the three nested ones inside. */
export type Form = Block

/** A value with the path it was found at, list places filled in: `settings.accounts[2].user`. */
export interface Found {
  at: string
  value: unknown
  /** The block (or list entry) that holds it: where a condition about a sibling is looked up. */
  holder: Block
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

function* walk(
  block: Block,
  keys: readonly string[],
  at: string,
  alias: readonly string[],
): Generator<Found> {
  const [head, ...rest] = keys
  if (head === undefined) return
  const each = head.endsWith('[]')
  const name = each ? head.slice(0, -2) : head
  if (rest.length === 0 && !each) {
    for (const key of [name, ...alias])
      if (block[key] !== undefined && block[key] !== null)
        yield { at: join(at, key), value: block[key], holder: block }
    return
  }
  const next = block[name]
  if (each && Array.isArray(next)) {
    for (const [i, entry] of next.entries())
      if (isBlock(entry)) yield* walk(entry, rest, `${join(at, name)}[${i}]`, alias)
  } else if (!each && isBlock(next)) yield* walk(next, rest, join(at, name), alias)
}

/** What a field holds: nothing where it is absent or null, several for a field of list entries. */
export const valuesOf = (form: Form, path: string, alias: readonly string[] = []): Found[] => [
  ...walk(form, path.split('.'), '', alias),
]

const fits = <T>(allowed: readonly T[] | undefined, value: T | undefined): boolean =>
  allowed === undefined || (value !== undefined && allowed.includes(value))

/** Whether a field belongs to the inbound at all; what other fields say is asked per value. */
export const inCell = (field: Field, cell: Cell): boolean =>
  fits(field.protocol, cell.protocol) &&
  fits(field.network, cell.network) &&
  fits(field.security, cell.security)

const parent = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')))

/** Conditions about other fields; a sibling in the same list entry is asked there. */
export function conditionsHold(field: Field, form: Form, holder?: Block): boolean {
  return Object.entries(field.where ?? {}).every(([path, allowed]) => {
    const key = path.slice(path.lastIndexOf('.') + 1)
    const value =
      holder && path.includes('[]') && parent(path) === parent(field.path)
        ? holder[key]
        : valuesOf(form, path)[0]?.value
    return allowed.includes(value)
  })
}
