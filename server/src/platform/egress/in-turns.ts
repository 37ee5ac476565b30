/** Works through a list, at most `width` at the same time; the results come in the order of the list. */
export async function inTurns<T, R>(
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
