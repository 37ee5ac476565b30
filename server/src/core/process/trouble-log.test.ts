import { expect, it } from 'vitest'
import { createTroubleLog } from './back-off.ts'

it('logs a problem once while it lasts, another one at once, and that it is over', () => {
  const lines: string[] = []
  const at = (level: string) => (first: unknown, text?: string) =>
    void lines.push(`${level} ${text ?? String(first)}`)
  const log = createTroubleLog({ debug: at('debug'), info: at('info'), error: at('error') })
  log.over()
  for (const waitMs of [1_000, 2_000, 4_000]) log.failed('no network', waitMs)
  log.failed('no disk', 8_000)
  log.over()
  log.over()
  log.failed('no disk', 1_000)
  expect(lines.filter((line) => !line.startsWith('debug'))).toEqual([
    'error no network',
    'error no disk',
    'info the core runs',
    'error no disk',
  ])
  expect(lines.filter((line) => line.startsWith('debug'))).toHaveLength(2)
})
