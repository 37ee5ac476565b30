import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ConfigTestResult } from '../core/binary/config-test.ts'
import { createRememberedTrial } from './trial.ts'

it('an outbound that survived is not tried again, whatever its tag; one that did not is', async () => {
  const tried: unknown[] = []
  const trial = createRememberedTrial(async (_, outbounds): Promise<ConfigTestResult> => {
    tried.push(outbounds.map((o) => o.tag))
    return outbounds.some((o) => o.bad) ? { ok: false, refused: true, words: 'bad' } : { ok: true }
  })
  expect(await trial('/core', [{ tag: 'a', n: 1 }])).toEqual({ ok: true })
  expect(await trial('/core', [{ tag: 'b', n: 1 }])).toEqual({ ok: true })
  expect(
    await trial('/core', [
      { tag: 'a', n: 1 },
      { tag: 'x', bad: true },
    ]),
  ).toMatchObject({ ok: false })
  expect(await trial('/core', [{ tag: 'x', bad: true }])).toMatchObject({ ok: false })
  expect(await trial('/other', [{ tag: 'a', n: 1 }])).toEqual({ ok: true })
  expect(tried).toEqual([['a'], ['x'], ['x'], ['a']])
})

it('every outbound is tried again in a core that replaced the one before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-trial-'))
  const core = join(folder, 'xray')
  let tried = 0
  const trial = createRememberedTrial(async () => {
    tried++
    return { ok: true }
  })
  try {
    writeFileSync(core, 'before')
    await trial(core, [{ n: 1 }])
    await trial(core, [{ n: 1 }])
    expect(tried).toBe(1)
    writeFileSync(`${core}.next`, 'before') // of the same size
    renameSync(`${core}.next`, core)
    await trial(core, [{ n: 1 }])
    expect(tried).toBe(2)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
