import { expect, it } from 'vitest'
import { createKeyboard } from './keyboard.ts'

function desk() {
  const done: string[] = []
  let time = 0
  const press = createKeyboard({
    commands: () =>
      ['n', '/', 'g c', 'g h', '?'].map((keys) => ({
        id: keys,
        label: keys,
        keys,
        run: () => void done.push(keys),
      })),
    openPalette: () => void done.push('palette'),
    now: () => time,
  })
  const type = (key: string, more: object = {}) =>
    press({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, typing: false, ...more })
  return { done, type, wait: (ms: number) => (time += ms) }
}

it('runs a single key and a pair, and forgets the first key of a slow pair', () => {
  const { done, type, wait } = desk()
  type('n')
  type('g')
  wait(500)
  type('c')
  type('g')
  wait(5_000)
  expect(type('c')).toBe(false)
  expect(done).toEqual(['n', 'g c'])
})

it('ignores keys while somebody types, except for the palette', () => {
  const { done, type } = desk()
  expect(type('n', { typing: true })).toBe(false)
  expect(type('k', { ctrlKey: true, typing: true })).toBe(true)
  expect(type('n', { ctrlKey: true })).toBe(false)
  expect(done).toEqual(['palette'])
})

it('recognises keys by position on a Persian keyboard', () => {
  const { done, type } = desk()
  type('د', { code: 'KeyN' })
  type('ل', { code: 'KeyG' })
  type('ا', { code: 'KeyH' })
  type('؟', { code: 'Slash' })
  type('ن', { code: 'KeyK', metaKey: true })
  expect(done).toEqual(['n', 'g h', '?', 'palette'])
})
