/** Reads rows of one snapshot; `$1` placeholders. The caller names the row type of its SQL. */
export type Query = <T>(sql: string, parameters: readonly unknown[]) => T[] | Promise<T[]>

/** Rows per step: large enough to be fast, small enough not to delay others. */
export const step = 500

export type Bytes = string | Uint8Array

/** Walks a table in id order: `sql` returns the joined objects after the id `$1`, and the last id. */
export async function* steps(
  query: Query,
  sql: string,
  parameters: readonly unknown[],
  from = 0,
): AsyncGenerator<Bytes> {
  for (let after = from; ; ) {
    const [part] = await query<{ body: Bytes | null; last: number | null }>(sql, [after, ...parameters])
    if (!part || part.body === null || part.last === null) return
    if (after > 0) yield ','
    yield part.body
    after = part.last
  }
}

/** How much of the second list is held until the first has ended. */
const mostHeld = 8 * 1024 * 1024

/**
 * Two lists of the same rows, one after the other, with `between` between them. A row is read once for both while the
 * buffered part of the second list stays small; `alone` has the SQL of each list by itself, for the rest.
 */
export async function* twoLists(
  query: Query,
  both: string,
  alone: { first: string; second: string },
  parameters: readonly unknown[],
  between: string,
  most = mostHeld,
): AsyncGenerator<Bytes> {
  const held: Bytes[] = []
  let size = 0
  let heldTo = 0
  for (let after = 0; size < most; ) {
    const [part] = await query<{ body: Bytes | null; beside: Bytes; last: number | null }>(both, [
      after,
      ...parameters,
    ])
    if (!part || part.body === null || part.last === null) break
    if (after > 0) yield ','
    yield part.body
    held.push(part.beside)
    size += part.beside.length
    after = heldTo = part.last
  }
  if (size >= most) yield* steps(query, alone.first, parameters, heldTo)
  yield between
  for (const [i, piece] of held.entries()) {
    if (i > 0) yield ','
    yield piece
  }
  if (size >= most) yield* steps(query, alone.second, parameters, heldTo)
}
