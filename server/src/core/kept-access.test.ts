import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { openAccessFile } from './access-file.ts'
import { createKeptAccess } from './kept-access.ts'
import { parseLogLine } from './log-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-access-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outbounds = [
  { tag: 'direct', protocol: 'freedom' },
  { tag: 'blocked', protocol: 'blackhole' },
]
const shown = { filter: '', showDirect: true, showBlocked: true, showProxy: true }

function keeper(log: Record<string, unknown>, size?: number) {
  let template: Record<string, unknown> = { log, outbounds }
  const kept = createKeptAccess({
    templateText: () => JSON.stringify(template),
    template: () => template,
    logFolder: folder,
    log: silentLog,
    ...(size !== undefined && { size }),
  })
  const hear = (from: string, to = 'direct') => {
    const line = `2026/11/15 08:44:03.1 from ${from} accepted tcp:a.example:443 [in-1 -> ${to}] email: ann`
    kept.onLine(line, parseLogLine(line))
  }
  return {
    ...kept,
    hear,
    write: (next: Record<string, unknown>) => {
      template = { log: next, outbounds }
    },
  }
}

it('keeps no line unless the operator asked, and forgets all when the wish is taken back', () => {
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

it('is bounded and takes nothing but access lines', () => {
  const kept = keeper({ access: 'a.log' }, 2)
  for (const port of [1, 2, 3]) kept.hear(`203.0.113.7:${port}`)
  const other = '2026/11/15 08:44:04 [Warning] from 203.0.113.9:1 accepted nothing'
  kept.onLine(other, parseLogLine(other))
  expect(kept.last(10, shown)?.map((r) => r.FromAddress)).toEqual(['203.0.113.7:3', '203.0.113.7:2'])
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

it('writes the file that was named, masked and for its owner alone', async () => {
  const kept = keeper({ access: '/var/log/elsewhere.log', maskAddress: 'half' })
  kept.hear('203.0.113.7:1')
  await kept.stop()
  const file = join(folder, 'elsewhere.log')
  expect(readFileSync(file, 'utf8')).toBe(
    '2026/11/15 08:44:03 from 203.0.*.*:1 accepted tcp:a.example:443 [in-1 -> direct] email: ann\n',
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('holds at most two files, and a folder that cannot be written stops nobody', async () => {
  const file = join(folder, 'full.log')
  const line = 'x'.repeat(99)
  for (let round = 0; round < 5; round++) {
    const access = openAccessFile(file, silentLog, 250)
    access.write(line)
    await access.close()
  }
  expect(statSync(file).size + statSync(`${file}.1`).size).toBe(500)
  const nowhere = openAccessFile(join(file, 'below-a-file', 'access.log'), silentLog)
  nowhere.write(line)
  nowhere.write(line)
  await nowhere.close()
})
