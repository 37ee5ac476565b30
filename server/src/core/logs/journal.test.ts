import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createJournal } from './journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const env = { INVOCATION_ID: 'a'.repeat(32) }

function fake(source: string): string {
  const program = join(folder, `journalctl-${Math.abs(source.length)}.mjs`)
  writeFileSync(program, `#!${process.execPath}\n${source}`)
  chmodSync(program, 0o755)
  return program
}

it('queries the lines of this start, with only a number and a known level from the caller', async () => {
  const program = fake('for (const word of process.argv.slice(2)) console.log(word)')
  const lines = await createJournal({ env, program }).last(7, 'error; rm -rf /')
  expect(lines).toContain('--lines=7')
  expect(lines).toContain('--priority=info')
  expect(lines.at(-1)).toBe(`_SYSTEMD_INVOCATION_ID=${'a'.repeat(32)}`)
  expect(await createJournal({ env, program }).last(7, 'error')).toContain('--priority=err')
})

it('returns one row with the reason if there is no journal', async () => {
  expect(await createJournal({ env: {}, program: '/bin/false' }).last(1)).toEqual([
    expect.stringContaining('not started by systemd'),
  ])
  const program = fake('process.exit(1)')
  expect(await createJournal({ env, program }).last(1)).toEqual([
    expect.stringContaining('could not be read'),
  ])
  expect(await createJournal({ env, program: join(folder, 'none') }).last(1)).toEqual([
    expect.stringContaining('could not be read'),
  ])
})
