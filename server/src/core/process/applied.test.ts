import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cellConfig, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { readApplied, writeApplied } from './record.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-applied-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const record = {
  pid: 4711,
  startTime: '99',
  exe: '/xray',
  configHash: '',
  api: '/run/api.sock',
  startedAt: 0,
}
const config = cellConfig(cellInbound({ protocol: 'trojan', network: 'tcp', security: 'tls' }))

it('returns what was written about the same process, readable only by the owner', () => {
  writeApplied(folder, record, config)
  expect(readApplied(folder, record)).toEqual(config)
  expect(statSync(join(folder, 'core-applied.json')).mode & 0o777).toBe(0o600)
})

it('returns nothing for another process or a broken file', () => {
  writeApplied(folder, record, config)
  expect(readApplied(folder, { ...record, pid: 4712 })).toBeUndefined()
  expect(readApplied(folder, { ...record, startTime: '100' })).toBeUndefined()
  writeFileSync(join(folder, 'core-applied.json'), '{"pid":4711,"startTime":"99"}')
  expect(readApplied(folder, record)).toBeUndefined()
})
