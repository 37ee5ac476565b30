import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startLimited } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-limited-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const answering = JSON.stringify(new URL('./answering.ts', import.meta.url).href)
const program = join(folder, 'program.mjs')
writeFileSync(
  program,
  `import { answerParent } from ${answering}
  answerParent((op, given) => {
    if (op === 'echo') return given
    if (op === 'large') return 'x'.repeat(20 * 1024 * 1024)
    if (op === 'fill') { const all = []; for (;;) all.push(new Array(1000).fill({})) }
    if (op === 'loop') for (;;);
    throw new Error('unknown')
  })`,
)
const start = (answerMs = 60_000) => startLimited(pathToFileURL(program), { heapMb: 64, answerMs })

test('answers, and says what went wrong', async () => {
  const child = start()
  expect(await child.ask('echo', { a: [1, new Map([['x', 2n]])] })).toEqual({ a: [1, new Map([['x', 2n]])] })
  await expect(child.ask('nothing', null)).rejects.toThrow('unknown')
  await expect(child.ask('large', null)).rejects.toMatchObject({ limit: 'memory' })
  expect(await child.ask('echo', 1)).toBe(1)
  child.end()
  await expect(child.ask('echo', 1)).rejects.toThrow('ended')
})

test('one that fills its memory ends alone', async () => {
  const child = start()
  await expect(child.ask('fill', null)).rejects.toMatchObject({ limit: 'memory' })
})

test('one that does not answer is ended, with every question that waits', async () => {
  const child = start(1_500)
  const first = child.ask('loop', null)
  const second = child.ask('echo', 1)
  await expect(first).rejects.toMatchObject({ limit: 'time' })
  await expect(second).rejects.toMatchObject({ limit: 'time' })
})
