import { expect, it } from 'vitest'
import { testCutting } from './self-test.ts'

it('finds a method or the reason why there is none', async () => {
  const { way, sentence, native } = await testCutting(undefined)
  expect(['pidfd', 'ss', 'rule']).toContain(way)
  expect(sentence).toMatch(/^Open sessions of .*\.$/)
  expect(native !== undefined).toBe(way === 'pidfd')
})

it('a core out of reach does not allow pidfd', async () => {
  const { way, sentence } = await testCutting(999_999_999)
  expect(['ss', 'rule']).toContain(way)
  expect(sentence).toContain('cannot be borrowed')
})
