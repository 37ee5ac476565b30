import { expect, it } from 'vitest'
import { keyed, logLine } from './log-line.ts'

it('takes a line apart and leaves a foreign one whole', () => {
  expect(logLine('2026/07/01 10:20:30 WARNING - a - b')).toEqual({
    time: '2026/07/01 10:20:30',
    level: 'warning',
    text: 'a - b',
  })
  expect(logLine('Jul 01 host sluice[1]: hello')).toEqual({
    time: '',
    level: '',
    text: 'Jul 01 host sluice[1]: hello',
  })
})

it('keeps the key of a row when newer ones come before it', () => {
  const keysOf = (rows: string[]) => keyed(rows, (row) => row).map(({ key }) => key)
  expect(keysOf(['b', 'a', 'a'])).toEqual(['b 1', 'a 2', 'a 1'])
  expect(keysOf(['a', 'b', 'a', 'a']).slice(1)).toEqual(keysOf(['b', 'a', 'a']))
})
