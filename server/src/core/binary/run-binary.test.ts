import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runBinary } from './run-binary.ts'

it('waits for a program that somebody still holds open for writing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-busy-'))
  const program = join(folder, 'true')
  copyFileSync('/bin/true', program)
  const held = openSync(program, 'r+')
  try {
    const running = runBinary(program, [], { deadlineMs: 60_000 })
    setTimeout(() => closeSync(held), 300)
    expect(await running).toMatchObject({ code: 0, timedOut: false })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('ends a program that writes without end, long before its deadline', async () => {
  const ran = await runBinary('/usr/bin/yes', [], { deadlineMs: 600_000 })
  expect(ran).toMatchObject({ timedOut: false, flooded: true })
  expect(ran.stdout.length).toBe(1_048_576)
})
