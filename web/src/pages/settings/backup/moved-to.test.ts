import { expect, it } from 'vitest'
import { movedTo } from './moved-to.ts'

const note = (code: string, address = '') => ({ notesCoded: [{ code, params: { address } }] })
const here = new URL('https://vps.example.com:2053/panel/settings')

it('knows where the panel will be', () => {
  expect(movedTo(note('backup.note-address', 'https://0.0.0.0:8443/x/'), here)).toBe(
    'https://vps.example.com:8443/x/',
  )
  expect(movedTo(note('backup.note-address', 'http://127.0.0.1:2000/'), here)).toBe('http://127.0.0.1:2000/')
  expect(movedTo(note('backup.note-address', 'nonsense'), here)).toBeUndefined()
  expect(movedTo(note('backup.note-older'), here)).toBeUndefined()
})
