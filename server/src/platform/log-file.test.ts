import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { filesOfLog, openLogFile, shiftFiles } from './log-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-log-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const linesOf = (file: string) =>
  filesOfLog(file)
    .flatMap((name) => readFileSync(name, 'utf8').split('\n'))
    .filter(Boolean)

it('rotates by size, keeps its number of files with mode 0600, and loses no line that is kept', () => {
  const file = join(folder, 'size', 'a.log')
  const log = openLogFile(file, { mostBytes: 100, keep: 3, days: 7 })
  for (let i = 0; i < 100; i++) log.write(`line ${String(i).padStart(4, '0')}\n`)
  expect(filesOfLog(file)).toEqual([3, 2, 1].map((n) => `${file}.${n}`).concat(file))
  for (const name of filesOfLog(file)) {
    expect(statSync(name).mode & 0o777).toBe(0o600)
    expect(statSync(name).size).toBeLessThanOrEqual(100)
  }
  // 10 lines of 10 bytes fit into a file: the last 40 are there, in order, without a gap.
  expect(linesOf(file)).toEqual(
    Array.from({ length: 40 }, (_, i) => `line ${String(i + 60).padStart(4, '0')}`),
  )
})

it('rotates after a day, and deletes what is too old', () => {
  const file = join(folder, 'age.log')
  let now = Date.now()
  const log = openLogFile(file, { mostBytes: 1_000_000, keep: 5, days: 5 }, () => now)
  const day = 86_400_000
  for (const name of ['one', 'two', 'three']) {
    log.write(`${name}\n`)
    now += day + 1
  }
  expect(linesOf(file)).toEqual(['one', 'two', 'three'])
  const old = new Date(now - 9 * day)
  utimesSync(`${file}.2`, old, old)
  shiftFiles(file, { mostBytes: 1, keep: 5, days: 5 }, now)
  expect([1, 2, 3].map((n) => statSync(`${file}.${n}`, { throwIfNoEntry: false })?.isFile())).toEqual([
    true,
    true,
    undefined,
  ])
})

it('goes on in a new file when another program moved the old one away', () => {
  const file = join(folder, 'moved.log')
  let now = Date.now()
  const log = openLogFile(file, { mostBytes: 1_000, keep: 1, days: 1 }, () => now)
  log.write('before\n')
  renameSync(file, `${file}.away`)
  now += 6_000
  log.write('after\n')
  expect([readFileSync(`${file}.away`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['before\n', 'after\n'])
})

it('a folder that takes no file stops nothing, and is tried again', () => {
  const inner = join(folder, 'a-file')
  openLogFile(inner, { mostBytes: 1_000, keep: 1, days: 1 }).write('x\n')
  let now = Date.now()
  const log = openLogFile(join(inner, 'below', 'b.log'), { mostBytes: 9, keep: 1, days: 1 }, () => now)
  log.write('lost\n')
  rmSync(inner)
  log.write('still waiting\n')
  now += 11_000
  log.write('kept\n')
  expect(readFileSync(join(inner, 'below', 'b.log'), 'utf8')).toBe('kept\n')
})
