/** FNV-1a over UTF-16 units: good enough distribution, not a secret. */
function weight(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  // FNV's last characters mostly affect the low bits; fold them into the high ones.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/**
 * Picks one of several values, stable per client (R33). The pair with the highest hash wins, so adding or removing a
 * value moves only the clients that get or had it.
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
