import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Settings } from '#contract/settings.ts'
import { createLogForgeryGuard } from '../../connections/cut/log-forgery-guard.ts'
import { silentLog } from '../../platform/log.ts'
import { usualPolicy } from '../../platform/log-file.ts'
import { parseLogLine } from '../process/log-line.ts'
import { openCoreLog } from './core-log-file.ts'
import { createKeptAccess } from './kept-access.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-access-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outbounds = [
  { tag: 'direct', protocol: 'freedom' },
  { tag: 'blocked', protocol: 'blackhole' },
]
const shown = { filter: '', showDirect: true, showBlocked: true, showProxy: true }

function keeper(log: Record<string, unknown>, size?: number) {
  let template: Record<string, unknown> = { log, outbounds }
  let later = () => {}
  let now = 0
  const trust = createLogForgeryGuard(() => now)
  const kept = createKeptAccess({
    settings: { current: () => ({ xrayTemplateConfig: JSON.stringify(template) }) as Settings },
    logFolder: folder,
    policy: usualPolicy,
    log: silentLog,
    timers: {
      after: (_ms, run) => {
        later = run
        return () => {}
      },
    },
    ...(size !== undefined && { size }),
  })
  const say = (line: string) => kept.onLine(parseLogLine(line), trust(line))
  const hear = (from: string, to = 'direct') => {
    say(`2026/11/15 08:44:03.1 from ${from} accepted tcp:a.example:443 [in-1 -> ${to}] email: ann`)
    later()
    later() // nothing comes after it
  }
  return {
    ...kept,
    say,
    hear,
    wait() {
      now += 1000
      later()
      later()
    },
    write: (next: Record<string, unknown>) => {
      template = { log: next, outbounds }
    },
  }
}

it('keeps no line unless enabled, and drops all when disabled', () => {
  const kept = keeper({ access: 'none' })
  kept.hear('203.0.113.7:1')
  expect(kept.last(10, shown)).toBeNull()
  kept.write({ Access: 'access.log' })
  expect(kept.last(10, shown)).toEqual([])
  kept.hear('203.0.113.7:2', 'blocked')
  kept.hear('203.0.113.7:3')
  expect(kept.last(10, shown)?.map((r) => [r.FromAddress, r.Event])).toEqual([
    ['203.0.113.7:3', 0],
    ['203.0.113.7:2', 1],
  ])
  kept.write({ access: '' })
  kept.write({ access: 'none' })
  expect(kept.last(10, shown)).toBeNull()
  kept.write({ access: 'access.log' })
  expect(kept.last(10, shown)).toEqual([])
})

it('is bounded and keeps only access lines', () => {
  const kept = keeper({ access: 'a.log' }, 2)
  for (const port of [1, 2, 3]) kept.hear(`203.0.113.7:${port}`)
  const other = '2026/11/15 08:44:04 [Warning] from 203.0.113.9:1 accepted nothing'
  kept.say(other)
  expect(kept.last(10, shown)?.map((r) => r.FromAddress)).toEqual(['203.0.113.7:3', '203.0.113.7:2'])
})

const day = '2026/11/15 08:44:03'
const line = (from: string, to: string, email: string) =>
  `${day} from ${from} accepted ${to} [in-1 -> direct] email: ${email}`

it("a client that puts a line break into a name cannot log under another client's name", async () => {
  const kept = keeper({ access: 'forged.log' })
  // It asks for `x:1 [in-1 -> direct] email: bob`, a line break, and a complete line about bob.
  kept.say(line('203.0.113.7:1', 'tcp:x:1', 'bob'))
  kept.say(line('198.51.100.9:9', 'tcp:forbidden.example:443', 'bob'))
  kept.say(':80 [in-1 -> direct] email: ann')
  kept.wait()
  // A name that the core quotes in an error, and one that is split before the rest of the line.
  kept.say(`${day} [Warning] common: invalid domain name: x`)
  kept.say(line('198.51.100.9:8', 'tcp:forbidden.example:443', 'bob'))
  await kept.stop()
  const nobody = ['?', '?', '']
  expect(kept.last(10, shown)?.map((r) => [r.FromAddress, r.ToAddress, r.Email])).toEqual([nobody, nobody])
  const text = readFileSync(join(folder, 'forged.log'), 'utf8')
  const leftOut = (count: number) =>
    `${day} from ? accepted ? (${count} lines left out: a client may have written them)\n`
  expect(text).toBe(leftOut(2) + leftOut(1))
})

it('a split line is kept with the address that the core saw, and lines far from it are unchanged', () => {
  const kept = keeper({ access: 'torn.log' })
  const many = Array.from({ length: 60 }, (_, i) => line(`203.0.113.8:${i + 1}`, 'tcp:a:1', 'eve'))
  for (const one of many) kept.say(one)
  kept.say(`${day} from 203.0.113.7:1 accepted tcp:x`)
  kept.wait()
  const rows = kept.last(100, shown) ?? []
  expect([rows.length, rows[0]?.FromAddress, rows[0]?.ToAddress]).toEqual([61, '203.0.113.7:1', '?'])
  for (const one of many) kept.say(one)
  kept.say(':80 [in-1 -> direct] email: ann')
  kept.wait()
  const after = kept.last(200, shown) ?? []
  expect(after[0]).toMatchObject({ FromAddress: '?', Email: '' })
  expect(after.length).toBeGreaterThan(61 + 20)
  expect(after.length).toBeLessThan(61 + 60)
})

it.each([
  ['', '203.0.113.7:1', '203.0.113.7:1'],
  ['quarter', '203.0.113.7:1', '203.*.*.*:1'],
  ['half', '203.0.113.7:1', '203.0.*.*:1'],
  ['full', '203.0.113.7:1', '*.*.*.*:1'],
  ['half', '[2001:db8::7]:1', '[2001:db8:*]:1'],
  ['full', '[2001:db8::7]:1', '[*]:1'],
])('maskAddress "%s" keeps of %s no more than %s', (maskAddress, from, seen) => {
  const kept = keeper({ access: 'a.log', maskAddress })
  kept.hear(from)
  expect(kept.last(1, shown)?.[0]).toMatchObject({ FromAddress: seen, Email: 'ann' })
})

it('writes the configured file, masked and readable only by its owner', async () => {
  const kept = keeper({ access: '/var/log/elsewhere.log', maskAddress: 'half' })
  kept.hear('203.0.113.7:1')
  await kept.stop()
  const file = join(folder, 'elsewhere.log')
  expect(readFileSync(file, 'utf8')).toBe(
    '2026/11/15 08:44:03 from 203.0.*.*:1 accepted tcp:a.example:443 [in-1 -> direct] email: ann\n',
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('keeps as many files as it should, and an unwritable folder blocks nothing', async () => {
  const file = join(folder, 'full.log')
  const line = 'x'.repeat(99)
  const policy = { mostBytes: 250, keep: 2, days: 7 }
  for (let round = 0; round < 10; round++) {
    const access = openCoreLog(file, silentLog, policy)
    access.write(line)
    await access.close()
  }
  expect([file, `${file}.1`, `${file}.2`].map((name) => statSync(name).size)).toEqual([100, 300, 300])
  expect(existsSync(`${file}.3`)).toBe(false)
  const nowhere = openCoreLog(join(file, 'below-a-file', 'access.log'), silentLog, policy)
  nowhere.write(line)
  nowhere.write(line)
  await nowhere.close()
})

it('the hidden client is left out, and no client can pass for it', async () => {
  const { say, wait, last, stop } = keeper({ access: 'hidden.log' })
  const line = (to: string, email: string) =>
    `2026/11/15 08:44:03.1 from 192.0.2.1:1 accepted ${to} [in-1 -> direct] email: ${email}`
  say(line('tcp:a.example:443', 'check/in-1'))
  say(line('tcp:b.example:443', 'placeholder/in-1'))
  say(line('tcp:c.example:443', 'ann'))
  say(line('tcp:x [in-1 -> direct] email: check/in-1:443', 'eve'))
  wait()
  expect(last(10, shown)?.map(({ Email, ToAddress }) => [Email, ToAddress.slice(0, 5)])).toEqual(
    expect.arrayContaining([['ann', 'tcp:c']]),
  )
  await stop()
  const text = readFileSync(join(folder, 'hidden.log'), 'utf8')
  expect(text).toContain('email: eve')
  expect(text).not.toMatch(/email: (check|placeholder)\/in-1$/m)
  expect(text).not.toContain('a.example')
})
