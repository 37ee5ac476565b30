import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeCrashReport } from './exit-report.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-crash-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('keeps the newest ten, readable only by the owner, and does not touch other files', () => {
  writeFileSync(join(folder, 'access.log'), '')
  const first = writeCrashReport(folder, 'first', Date.UTC(2026, 10, 15, 8, 0, 0, 123))
  expect(basename(first)).toMatch(/^core_crash_20261115_\d{6}_123000000\.log$/)
  expect(statSync(first).mode & 0o777).toBe(0o600)
  for (let i = 1; i <= 10; i++) writeCrashReport(folder, `${i}`, Date.UTC(2026, 10, 15, 8, 0, i))
  const left = readdirSync(folder).sort()
  expect(left).toHaveLength(11)
  expect(left[0]).toBe('access.log')
  expect(left).not.toContain(basename(first))
})

it('two crashes in one millisecond are two reports', () => {
  const files = [writeCrashReport(folder, 'a', 5), writeCrashReport(folder, 'b', 5)]
  expect(new Set(files).size).toBe(2)
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['a', 'b'])
})

it('makes the folder', () => {
  const file = writeCrashReport(join(folder, 'logs'), 'a', 5)
  expect(readFileSync(file, 'utf8')).toBe('a')
})
