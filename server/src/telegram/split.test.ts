import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bold, clipped, mono, plainOf } from './html.ts'
import { longestMessage, split } from './split.ts'

it('leaves a short message as it is, and a blank one out', () => {
  expect(split('a\n\n<b>b</b>')).toEqual(['a\n\n<b>b</b>'])
  expect(split(' \n ')).toEqual([])
})

it('cuts between lines, and keeps every mark whole', () => {
  const lines = Array.from({ length: 500 }, (_, i) => `${mono(`name ${i} <&>`).text} ${bold('x').text}`)
  const parts = split(lines.join('\n'))
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.join('\n')).toBe(lines.join('\n'))
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(longestMessage)
    expect(part.match(/<code>/g)?.length).toBe(part.match(/<\/code>/g)?.length)
  }
})

it('whatever is said, nothing is lost, no piece is too long, and no character is cut in two', () => {
  const word = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constant('😀<&>'.repeat(2_000)))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const html = words.map((text) => mono(text.replaceAll('\n', ' ')).text).join('\n')
      const parts = split(html)
      const plain = (text: string) => plainOf(text).replaceAll('\n', '').replaceAll(' ', '')
      expect(plain(parts.join('')).trim()).toBe(plain(html).trim())
      for (const part of parts) {
        expect(plainOf(part).length).toBeLessThanOrEqual(4_096)
        expect(/\p{Cs}/u.test(part)).toBe(false)
      }
    }),
    { numRuns: 50 },
  )
})

it('clips long names without cutting a character in two', () => {
  expect(clipped('abcdef', 4)).toBe('abc…')
  expect(clipped('😀😀😀', 4)).toBe('😀…')
  expect(clipped('abc', 4)).toBe('abc')
})
