import { fstatSync } from 'node:fs'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { withoutSecrets } from '#domain/secrets/redact.ts'
import { createLog, teeLog } from './log.ts'
import { journalLine, plainLine, recordOf } from './log-line.ts'

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

function logged(
  write: (log: ReturnType<typeof createLog>) => void,
  { env = {}, isTerminal = false }: { env?: NodeJS.ProcessEnv; isTerminal?: boolean } = {},
) {
  const shown: string[] = []
  const kept: string[] = []
  const file = { write: (line: string) => void kept.push(line) }
  const screen = { write: (text: string) => void shown.push(text) }
  write(createLog('debug', { file, env, screen, isTerminal }))
  return { shown, kept }
}

it('writes for people on a terminal: one line each with the time of day, and the details only to the file', () => {
  const write = (log: ReturnType<typeof createLog>) => {
    log.info({ pid: 7 }, 'adopted the core')
    log.warn({ err: new Error('no route\nto host'), job: 'x' }, 'job x failed')
    log.error({ err: new Error('token=abcdef'), waitMs: 1_000 }, 'the core does not run')
    log.debug('asked again')
  }
  const plain = logged(write, { isTerminal: true, env: { NO_COLOR: '1' } })
  expect(plain.shown.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
    'adopted the core\n',
    'warning: job x failed: no route to host\n',
    'error: the core does not run: token=***\n',
    'asked again\n',
  ])
  expect(plain.kept.join('')).toContain('{"pid":7}')
  expect(plain.kept.join('')).toContain('"stack":')
  const coloured = logged(write, { isTerminal: true, env: { TERM: 'xterm' } })
  expect(coloured.shown[2]).toContain('\u001b[31merror:\u001b[0m the core')
  for (const env of [{ TERM: 'dumb' }, { NO_COLOR: '1' }])
    expect(logged(write, { isTerminal: true, env }).shown.join('')).not.toContain('\u001b')
})

it('writes JSON to a pipe and plain lines to the file, without secrets', () => {
  const { shown, kept } = logged((log) => {
    log.info({ clients: 3, apiToken: 'abcdef' }, 'started')
    log.error({ err: new Error('no route to postgres://ann:hunter2@db/x') }, 'lost the database')
    log.warn('a caller said: x\n2026/11/15 08:44:03 ERROR - forged\u001b[31m')
  })
  expect(shown.map((line) => JSON.parse(line).level)).toEqual([30, 50, 40])
  expect(JSON.parse(shown[0] ?? '')).toMatchObject({ msg: 'started', clients: 3, apiToken: '***' })
  expect(kept.map((line) => line.replace(/^\d{4}(.\d\d){5} /, ''))).toEqual([
    'INFO - started {"clients":3,"apiToken":"***"}\n',
    expect.stringMatching(
      /^ERROR - lost the database: no route to postgres:\/\/ann:\*\*\*@db\/x \{"stack":.*\}\n$/,
    ),
    'WARNING - a caller said: x 2026/11/15 08:44:03 ERROR - forged [31m\n',
  ])
  expect([...shown, ...kept].join('')).not.toContain('hunter2')
})

it('writes nothing below its level', () => {
  const shown: string[] = []
  const log = createLog('warn', { env: {}, screen: { write: (text) => void shown.push(text) } })
  log.info('not shown')
  log.warn('shown')
  expect(shown).toHaveLength(1)
})

it('knows the journal by the stream that systemd names, not by the variable alone', () => {
  const { dev, ino } = fstatSync(2)
  const written = (stream: string) => {
    const shown: string[] = []
    const screen = { write: (text: string) => void shown.push(text) }
    createLog('info', { env: { JOURNAL_STREAM: stream }, screen }).warn('x')
    return shown.join('')
  }
  expect(written(`${dev}:${ino}`)).toBe('<4>x\n')
  expect(written('1:1')).toMatch(/^\{"level":40/)
})

it('writes for the journal without a time, with the priority in front', () => {
  const at = (level: number) => journalLine({ level, time: 0, msg: 'a\nb', port: 1 })
  expect([20, 30, 40, 50].map(at)).toEqual([7, 6, 4, 3].map((n) => `<${n}>a b {"port":1}\n`))
})

it('masks what has the name of a secret, at any depth, and keeps a line that is not JSON', () => {
  const record = recordOf('{"level":30,"time":0,"a":{"tgBotToken":"x","list":[{"Cookie":"y"}]},"password":7}')
  expect(record).toMatchObject({ a: { tgBotToken: '***', list: [{ Cookie: '***' }] }, password: '***' })
  expect(plainLine(recordOf('no json token=abc'))).toMatch(/ INFO - no json token=\*\*\*\n$/)
  expect(withoutSecrets('{\\"token\\":\\"abc\\"}')).toBe('{\\"token\\":\\"***\\"}')
  const key = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----'
  expect(withoutSecrets(`bad ${key} there`)).toBe('bad *** (a private key) there')
})
