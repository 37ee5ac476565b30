import { hashOf } from './text-hash.ts'

/** The value with the keys of every object in order: equal contents have one text. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, v]) => v !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, ordered(v)]))
}

/**
 * A short text that differs when the content does. It protects against overwriting what somebody else saved
 * meanwhile, not against an attacker.
 */
export const contentVersion = (value: unknown): string => hashOf(JSON.stringify(ordered(value)) ?? '')
