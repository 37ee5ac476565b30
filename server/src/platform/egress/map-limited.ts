/** Processes a list with at most `width` items in parallel; results are in list order. */
export async function mapLimited<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const turn = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, turn))
  return results
}
