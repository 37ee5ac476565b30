import { expect, it } from 'vitest'
import { type Column, fitting, nextSort, sortOf, swapped, templateOf, withoutBlank } from './column.ts'

const column = (id: string, min: number, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  title: id,
  cell: (row) => row,
  min,
  ...more,
})
const columns = [
  column('name', 200, { fixed: true }),
  column('used', 150, { yields: 1 }),
  column('group', 100, { yields: 3, grow: 0 }),
  column('seen', 120, { yields: 2 }),
]
const ids = (room: number) => fitting(columns, room).map(({ id }) => id)

it('drops the least important columns first, and never the name', () => {
  expect(ids(600)).toEqual(['name', 'used', 'group', 'seen'])
  expect(ids(480)).toEqual(['name', 'used', 'seen'])
  expect(ids(350)).toEqual(['name', 'used'])
  expect(ids(10)).toEqual(['name'])
})

it('shows an extra column only where the name has comfortable room', () => {
  const some = [column('name', 100, { fixed: true, comfort: 200 }), column('rate', 50, { yields: 7 })]
  const shown = (room: number) => fitting(some, room).map(({ id }) => id)
  expect([shown(250), shown(249), shown(150)]).toEqual([['name', 'rate'], ['name'], ['name']])
})

it('hides a column in which no row has anything, unless the list is sorted by it', () => {
  const blank = { isBlank: (row: string) => row === '' }
  const some = [column('name', 1), column('group', 1, { ...blank, sort: 'group' })]
  const shown = (rows: string[], sort?: string) => withoutBlank(some, rows, sort).map(({ id }) => id)
  expect(shown(['', ''])).toEqual(['name'])
  expect(shown(['', 'gold'])).toEqual(['name', 'group'])
  expect(shown([''], '-group')).toEqual(['name', 'group'])
  expect(shown([])).toEqual(['name', 'group'])
})

it('distributes the remaining width', () => {
  expect(templateOf(fitting(columns, 600))).toBe(
    'minmax(200px, 1fr) minmax(150px, 1fr) 100px minmax(120px, 1fr)',
  )
})

it('cycles through ascending, descending and unsorted', () => {
  expect(nextSort('', 'used')).toBe('used')
  expect(nextSort('used', 'used')).toBe('-used')
  expect(nextSort('-used', 'used')).toBe('')
  expect(nextSort('-used', 'name')).toBe('name')
  expect(sortOf('-used')).toEqual({ key: 'used', down: true })
})

it('moves a column to the place of another', () => {
  expect(swapped(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(swapped(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
})
