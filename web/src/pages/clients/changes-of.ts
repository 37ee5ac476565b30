export interface FieldChange {
  key: string
  before: string
  after: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const written = (value: unknown): string =>
  value === undefined || value === '' ? '∅' : typeof value === 'string' ? value : JSON.stringify(value)

/** Changes with every write and carries no information. */
const dull = new Set(['updatedAt', 'updated_at', 'id'])
const MOST = 12

/** The changes of an audit entry; creations and deletions have none. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  if (!isRecord(before) || !isRecord(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !dull.has(key) && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .slice(0, MOST)
    .map((key) => ({ key, before: written(before[key]), after: written(after[key]) }))
}
