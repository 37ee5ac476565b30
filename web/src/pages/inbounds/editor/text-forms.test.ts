import { expect, it } from 'vitest'
import { linesOf, numbersOf, parseBlock, parseLines, textsOf, unwrapped } from './text-forms.ts'

it('writes headers as lines and parses them back', () => {
  const headers = { Host: 'a.example', Accept: ['x', 'y'] }
  expect(linesOf(headers)).toBe('Host: a.example\nAccept: x\nAccept: y')
  expect(parseLines(linesOf(headers), 'no')).toEqual({ ok: true, value: headers })
  expect(parseLines('443: 127.0.0.1:80\n\n', 'no')).toEqual({ ok: true, value: { 443: '127.0.0.1:80' } })
  expect(parseLines('Host', 'no')).toEqual({ ok: false, why: 'no' })
})

it('accepts only objects', () => {
  expect(parseBlock(' ', 'no')).toEqual({ ok: true, value: undefined })
  expect(parseBlock('{"a":1}', 'no')).toEqual({ ok: true, value: { a: 1 } })
  expect(parseBlock('[1]', 'no').ok).toBe(false)
  expect(parseBlock('{"a":', 'no').ok).toBe(false)
})

it('parses blocks that arrive as JSON strings, and keeps other strings', () => {
  expect(unwrapped({ port: 1, settings: '{"clients":[]}', sniffing: 'x' })).toEqual({
    port: 1,
    settings: { clients: [] },
    sniffing: 'x',
  })
})

it('parses lists in every spelling', () => {
  expect(textsOf('h2, http/1.1')).toEqual(['h2', 'http/1.1'])
  expect(textsOf(undefined)).toEqual([])
  expect(numbersOf(['900', 'x'])).toEqual([900, 'x'])
})
