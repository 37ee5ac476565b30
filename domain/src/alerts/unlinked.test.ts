import { expect, it } from 'vitest'
import { englishTexts, sayAlert } from './texts.ts'

const measures = { bytes: String, time: String }

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
