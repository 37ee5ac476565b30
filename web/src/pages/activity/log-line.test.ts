import { expect, it } from 'vitest'
import { keyed, logLine, piecesOf } from './log-line.ts'

it('parses a line and keeps a foreign one whole', () => {
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

it('keeps the key of a row when newer ones are added before it', () => {
  const keysOf = (rows: string[]) => keyed(rows, (row) => row).map(({ key }) => key)
  expect(keysOf(['b', 'a', 'a'])).toEqual(['b 1', 'a 2', 'a 1'])
  expect(keysOf(['a', 'b', 'a', 'a']).slice(1)).toEqual(keysOf(['b', 'a', 'a']))
})

it('finds addresses and emails, and nothing else', () => {
  const found = (text: string) => piecesOf(text).flatMap(({ text: piece, only }) => (only ? [piece] : []))
  expect(found('from 192.0.2.7:5000 to [2001:db8::1]:443, ann@example.com left')).toEqual([
    '192.0.2.7',
    '2001:db8::1',
    'ann@example.com',
  ])
  expect(found('2026/07/01 10:20:30 core 26.7.28 took 1.5.2 at 10:20')).toEqual([])
  const text = 'a 192.0.2.7 b'
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
