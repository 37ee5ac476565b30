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

/** Two numbers of 32 bits that tell two texts apart (cyrb53); nothing secret depends on them. */
export function hashPair(text: string): [number, number] {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return [a, b]
}

/** 53 bits of the same as a short text. */
export function hashOf(text: string): string {
  const [a, b] = hashPair(text)
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36)
}
