/** A seeded random source: the seed is printed if a run fails. */
export interface Random {
  below(n: number): number
  chance(p: number): boolean
  pick<T>(list: readonly T[]): T
  some<T>(list: readonly T[], most: number): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    chance: (p) => next() < p,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T, // callers pass non-empty lists
    some<T>(list: readonly T[], most: number) {
      const rest = [...list]
      const out: T[] = []
      for (let n = below(most + 1); n > 0 && rest.length > 0; n--)
        out.push(...rest.splice(below(rest.length), 1))
      return out
    },
  }
}
