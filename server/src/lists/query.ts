/** Reads rows of one snapshot; `$1` placeholders. The caller names the row type of its own text. */
export type Query = <T>(sql: string, parameters: readonly unknown[]) => T[] | Promise<T[]>

/** Rows per step: large enough to be quick, small enough that nothing waits long behind it. */
export const step = 500

/** Walks a table in id order: `sql` gives the joined objects after the id `$1` and where it stopped. */
export async function* steps(
  query: Query,
  sql: string,
  parameters: readonly unknown[],
): AsyncGenerator<string | Uint8Array> {
  for (let after = 0; ; ) {
    const [part] = await query<{ body: string | Uint8Array | null; last: number | null }>(sql, [
      after,
      ...parameters,
    ])
    if (!part || part.body === null || part.last === null) return
    if (after > 0) yield ','
    yield part.body
    after = part.last
  }
}
