/** A number from 0 (included) to 1 (excluded) that depends only on the parts: the same demo on every machine. */
export function chance(...parts: readonly (string | number)[]): number {
  const text = parts.join('\n')
  let hash = 0x811c9dc5 // FNV-1a, then mixed as in murmur3 so that similar texts differ in every bit
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

export const pick = <T>(list: readonly [T, ...T[]], ...parts: readonly (string | number)[]): T =>
  list[Math.floor(chance(...parts) * list.length)] ?? list[0]
