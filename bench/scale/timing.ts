export interface Times {
  p50: number
  p95: number
}

export function timesOf(values: readonly number[]): Times {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Alternates, so that a slow moment of the machine affects all of them. */
export async function inTurns<K extends string>(
  rounds: number,
  sides: Record<K, (round: number) => Promise<unknown>>,
): Promise<Record<K, Times>> {
  const names = Object.keys(sides) as K[]
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 ? names : [...names].reverse())
      values[name].push(await timed(() => sides[name](round)))
  }
  return Object.fromEntries(names.map((name) => [name, timesOf(values[name])])) as Record<K, Times>
}
