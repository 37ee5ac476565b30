import { isRecord } from './is-record.ts'

export interface FieldChange {
  /** The field, as a path where it is inside another: `streamSettings.realitySettings.dest`. */
  path: string
  /** Its last part, by which it is named. */
  key: string
  before: unknown
  after: unknown
}

/** Changes with every write and carries no information. */
const dull = new Set(['updatedAt', 'updated_at', 'id'])
const MOST = 12

function* leaves(before: unknown, after: unknown, path: readonly string[]): Generator<FieldChange> {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const key = path.at(-1) ?? ''
  if ((isRecord(before) && isRecord(after)) || path.length === 0) {
    const [a, b] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
      if (!dull.has(name)) yield* leaves(a[name], b[name], [...path, name])
  } else yield { path: path.join('.'), key, before, after }
}

/** The changes of an audit entry, field by field; creations and deletions have none. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  if (!isRecord(before) || !isRecord(after)) return []
  const found: FieldChange[] = []
  for (const change of leaves(before, after, [])) {
    found.push(change)
    if (found.length === MOST) break
  }
  return found
}
