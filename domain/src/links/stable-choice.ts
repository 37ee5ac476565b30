/** FNV-1a over UTF-16 units: spreads well enough to share names out, and hides nothing. */
function weight(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  // FNV's last characters move the low bits most; fold them over the high ones.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/**
 * One of several for somebody, the same at every call (R33). The heaviest of all pairs wins, so that a value
 * added or taken away moves only those who had it or get it.
 */
export function stableChoice(options: readonly string[], whom: string): string {
  let best = ''
  let most = -1
  for (const option of options) {
    const w = weight(`${whom}\n${option}`)
    if (w > most) [best, most] = [option, w]
  }
  return best
}
