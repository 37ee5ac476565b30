/** Null, blank texts and empty lists and objects mean the same as an absent key to every panel. */
function bare(value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => bare(item) ?? null)
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, bare(inner)] as const)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** One text for all spellings of the same configuration. */
export const canonical = (value: unknown): string => JSON.stringify(bare(value)) ?? ''
