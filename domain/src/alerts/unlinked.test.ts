import { expect, it } from 'vitest'
import { englishTexts, sayAlert, sayElsewhere } from './texts.ts'

const measures = { locale: 'en', bytes: String, time: String }

it.each([
  ['https://evil.example/x?a=b', 'https[:]//evil[.]example/x?a=b'],
  ['evil.example', 'evil[.]example'],
  ['@somebody', '[@]somebody'],
  ['/start', '[/]start'],
  ['root', 'root'],
])('the name %s of a failed login is told as %s', (username, told) => {
  const params = { username, address: '203.0.113.9', count: 1 }
  const { message } = sayAlert(englishTexts, 'login.failed', params, measures)
  expect(message).toBe(`Someone tried to log in as ${told} from 203.0.113.9. Attempts: 1.`)
})

it('what a node or a list chose is no link outside the panel, and readable inside', () => {
  const reason = 'node.example: see https://evil.example or ask @evil'
  const down = { node: 'Frankfurt', reason }
  const told = (say: typeof sayAlert) => say(englishTexts, 'node.down', down, measures).message
  expect(told(sayAlert)).toBe(`Frankfurt is not responding: ${reason}.`)
  expect(told(sayElsewhere)).toBe(
    'Frankfurt is not responding: node[.]example: see https[:]//evil[.]example or ask [@]evil.',
  )
  const { message } = sayElsewhere(englishTexts, 'outbound.down', { tag: 'evil.example' }, measures)
  expect(message).toContain('evil[.]example')
})
