import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentsOf, contrast } from './accent.ts'

it('keeps a colour that can be read, and moves one that cannot', () => {
  expect(accentsOf('#0b6c78').light.colour).toBe('#0b6c78')
  expect(accentsOf('#ffff00').light.colour).not.toBe('#ffff00')
  expect(accentsOf('#ffff00').dark.colour).toBe('#ffff00')
})

it('makes every colour readable on both grounds, and the text on it', () => {
  const part = fc.integer({ min: 0, max: 255 }).map((n) => n.toString(16).padStart(2, '0'))
  fc.assert(
    fc.property(fc.tuple(part, part, part), (parts) => {
      const { light, dark } = accentsOf(`#${parts.join('')}`)
      expect(contrast(light.colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(dark.colour, '#17242a')).toBeGreaterThanOrEqual(4.5)
      for (const { colour, on } of [light, dark]) expect(contrast(colour, on)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
