import { expect, it } from 'vitest'
import { type Query, twoLists } from './query.ts'

/** Three rows per step from a table with these ids: `a1` in the first list is `b1` in the second. */
const table = (ids: readonly number[], asked: string[]): Query =>
  (async (sql: string, [after]: readonly number[]) => {
    asked.push(sql)
    const part = ids.filter((id) => id > (after ?? 0)).slice(0, 3)
    const text = (letter: string) => (part.length > 0 ? part.map((id) => letter + id).join(',') : null)
    return [{ body: text(sql === 'second' ? 'b' : 'a'), beside: text('b'), last: part.at(-1) ?? null }]
  }) as Query // row types follow the SQL of the test

async function all(ids: readonly number[], most: number) {
  const asked: string[] = []
  let text = ''
  const alone = { first: 'first', second: 'second' }
  for await (const piece of twoLists(table(ids, asked), 'both', alone, [], ' | ', most)) text += piece
  return { text, asked: new Set(asked) }
}

it.each([0, 1, 9, 20, 1_000])(
  'two lists of the same rows are whole and in order when %i bytes are held',
  async (most) => {
    for (const length of [0, 1, 3, 4, 12, 20]) {
      const ids = Array.from({ length }, (_, i) => i * 2 + 1)
      const list = (letter: string) => ids.map((id) => letter + id).join(',')
      expect((await all(ids, most)).text).toBe(`${list('a')} | ${list('b')}`)
    }
  },
)

it('rows are read once while the buffer is small, and a second time beyond that', async () => {
  expect((await all([1, 2, 3, 4], 1_000)).asked).toEqual(new Set(['both']))
  expect((await all([1, 2, 3, 4], 1)).asked).toEqual(new Set(['both', 'first', 'second']))
})
