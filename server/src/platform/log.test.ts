import { pino } from 'pino'
import { expect, it } from 'vitest'
import { teeLog, withoutSecrets } from './log.ts'

it('writes all details to the log, and passes message and error to the listener', () => {
  const lines: string[] = []
  const heard: string[] = []
  const below = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const log = teeLog(below, (level, text) => heard.push(`${level} ${text}`))
  log.info('plain')
  log.warn({ err: new Error('no route'), clients: 3 }, 'a change did not reach the core')
  log.error({ waitMs: 1 }, 'the core does not run')
  log.error({ err: new Error('alone') })
  log.warn({ err: new Error('x failed') }, 'job: x failed')
  expect(heard).toEqual([
    'info plain',
    'warning a change did not reach the core: no route',
    'error the core does not run',
    'error alone',
    'warning job: x failed',
  ])
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([30, 40, 50, 50, 40])
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ clients: 3, err: { message: 'no route' } })
})

it.each([
  ['cannot reach postgres://ann:hunter2@db:5432/x', 'cannot reach postgres://ann:***@db:5432/x'],
  ['sent Authorization: Bearer abc.def', 'sent Authorization: Bearer ***'],
  ['password=hunter2&user=ann', 'password=***&user=ann'],
  ['{"token":"abc","n":1}', '{"token":"***","n":1}'],
  ['bot 123456789:AAEabcdefghijklmnopqrstuvwxyz012345 is gone', 'bot *** is gone'],
  ['the token was refused', 'the token was refused'],
  ['2026/11/15 08:44:32 the core runs', '2026/11/15 08:44:32 the core runs'],
])('%s', (said, shown) => {
  expect(withoutSecrets(said)).toBe(shown)
})
