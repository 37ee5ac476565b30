import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Settings } from '#contract/settings.ts'
import { silentLog } from '../../platform/log.ts'
import { usualPolicy } from '../../platform/log-file.ts'
import { parseLogLine } from '../process/log-line.ts'
import { createKeptErrors } from './kept-errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-errors-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("keeps the core's words only in the file that the template names, without access lines and secrets", async () => {
  let template: Record<string, unknown> = { log: {} }
  const kept = createKeptErrors({
    settings: { current: () => ({ xrayTemplateConfig: JSON.stringify(template) }) as Settings },
    logFolder: folder,
    policy: usualPolicy,
    log: silentLog,
  })
  const say = (line: string, isBelieved = true) => kept.onLine(parseLogLine(line), isBelieved)
  say('2026/11/15 08:44:32.1 [Warning] nobody asked')
  template = { log: { error: '/var/log/core.log' } }
  say('2026/11/15 08:44:33.1 [Warning] failed to dial http://ann:hunter2@a.example')
  say('2026/11/15 08:44:34 from 203.0.113.7:1 accepted tcp:a.example:443 [in-1 -> direct] email: ann')
  say('2026/11/15 08:44:35 [Error] forged\u001b[2J', false)
  say('panic: no stamp')
  template = { log: { error: 'none' } }
  say('2026/11/15 08:44:36 [Error] too late')
  await kept.stop()
  const file = join(folder, 'core.log')
  await expect
    .poll(() => existsSync(file) && readFileSync(file, 'utf8'))
    .toBe(
      [
        '2026/11/15 08:44:33 [warning] failed to dial http://ann:***@a.example',
        '2026/11/15 08:44:35 [error] (a client may have written this) forged [2J',
        'panic: no stamp',
        '',
      ].join('\n'),
    )
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
