import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { admin, type Program, startProgram } from '#test/program.ts'
import { residentMb } from '#test/resident.ts'
import { logIn, type Visitor } from '#test/visitor.ts'
import type { Forms } from './flood/forms.ts'

const long = process.env.SLUICE_LONG === '1'
const connections = long ? 500 : 150
const turns = long ? 4 : 2
const turnMs = long ? 5_000 : 2_500

let folder: string
let program: Program
let me: Visitor

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-flood-'))
  program = await startProgram({ folder })
  await program.ready
  me = await logIn(program.url, admin)
})
afterAll(async () => {
  await program.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function timesFor(ms: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + ms
  while (performance.now() < end) {
    const began = performance.now()
    const answer = await me.get('/panel/api/server/status')
    if (!answer.success) throw new Error(`refused: ${answer.msg}`)
    times.push(performance.now() - began)
    await sleep(2) // a person's browser pauses between requests too
  }
  return times
}

/** What is measured during the flood, and how many forms were answered. */
async function inFlood(ms: number): Promise<{ times: number[]; answered: number }> {
  const child: ChildProcess = fork(fileURLToPath(new URL('./flood/forms.ts', import.meta.url)), {
    execArgv: [],
  })
  try {
    child.send({ port: program.port, connections, bytes: 10 * 1024 * 1024 } satisfies Forms)
    await once(child, 'message') // all are connected
    const times = await timesFor(ms)
    child.send('count')
    const [counted] = (await once(child, 'message')) as [{ answered: number }] // forms.ts sends nothing else
    return { times, answered: counted.answered }
  } finally {
    child.kill('SIGKILL')
  }
}

const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

it(`${connections} connections that send forms of 10 MiB leave a logged-in request fast and memory unchanged`, async () => {
  await timesFor(1_500) // warm-up
  const memory = residentMb(program.pid)
  const alone: number[] = []
  const during: number[] = []
  let answered = 0
  let most = memory
  // Alternating, so that other load of the machine affects both.
  for (let turn = 0; turn < turns; turn++) {
    alone.push(...(await timesFor(turnMs)))
    const flood = await inFlood(turnMs)
    during.push(...flood.times)
    answered += flood.answered
    most = Math.max(most, residentMb(program.pid))
    await sleep(1_200) // the remaining connections end
  }
  const ratio = median(during) / median(alone)
  console.log(
    `logged-in GET, p50: ${median(alone).toFixed(2)} ms alone, ${median(during).toFixed(2)} ms in the flood: ` +
      `${ratio.toFixed(2)} times (${answered} forms answered); memory ${memory.toFixed(0)} MB, ${most.toFixed(0)} MB at most`,
  )
  expect(answered).toBeGreaterThan(connections)
  expect(during.length).toBeGreaterThan(20)
  expect(ratio).toBeLessThan(long ? 2 : 3)
  await expect.poll(() => residentMb(program.pid) / memory, { interval: 1_000 }).toBeLessThan(1.5)
})
