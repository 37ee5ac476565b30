import type { Block } from '#contract/inbound.ts'
import { foldedAt, foldedKey, isBlock } from '#domain/untyped.ts'

/** Keys as the core spells them, and list indexes. */
export type Path = readonly (string | number)[]

const step = (found: unknown, key: string | number): unknown =>
  typeof key === 'number'
    ? Array.isArray(found)
      ? found[key]
      : undefined
    : isBlock(found)
      ? foldedAt(found, key)
      : undefined

/** The value the core would read there, regardless of key spelling. */
export const valueAt = (from: unknown, path: Path): unknown => path.reduce<unknown>(step, from)

export const textIn = (from: unknown, path: Path): string => {
  const value = valueAt(from, path)
  return typeof value === 'string' ? value : ''
}

/** Sets a key, keeping its spelling and position; other spellings are removed, and undefined deletes it. */
function withKey(block: Block, key: string, value: unknown): Block {
  const name = foldedKey(key)
  const entries: [string, unknown][] = []
  let placed = value === undefined
  for (const [k, v] of Object.entries(block)) {
    if (foldedKey(k) !== name) entries.push([k, v])
    else if (!placed) {
      entries.push([k, value])
      placed = true
    }
  }
  if (!placed) entries.push([key, value])
  return Object.fromEntries(entries)
}

function written(from: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const old = step(from, key)
  if (old === undefined && value === undefined) return from
  const next = written(old, rest, value)
  if (typeof key === 'string') return withKey(isBlock(from) ? from : {}, key, next)
  const list = Array.isArray(from) ? [...from] : []
  if (next === undefined) list.splice(key, 1)
  else list[key] = next
  return list
}

/** Sets the value at a path and leaves everything else unchanged. Undefined deletes it. */
export const withValueAt = (block: Block, path: Path, value: unknown): Block =>
  written(block, path, value) as Block // a block with a key set is a block; nobody passes an empty path
