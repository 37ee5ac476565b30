import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { patient } from '#test/patient.ts'
import { admin, type Program, startProgram } from '#test/program.ts'
import { residentMb } from '#test/resident.ts'
import { logIn, type Visitor } from '#test/visitor.ts'
import type { Attack, Report } from './flood/attack.ts'

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

function startAttack() {
  const child = fork(fileURLToPath(new URL('./flood/attack.ts', import.meta.url)), { execArgv: [] })
  const seen: Report[] = []
  child.on('message', (report) => seen.push(report as Report)) // attack.ts sends nothing else
  let fault: Error | undefined
  child.once('error', (error) => {
    fault = error
  })
  const reached = <K extends Report['kind']>(kind: K) => {
    if (fault) throw fault
    return seen.find((report): report is Extract<Report, { kind: K }> => report.kind === kind)
  }
  const attack: Attack = { port: program.port, cookie: me.cookie, halfOpen: 200, attempts: 2_000 }
  child.send(attack)
  return { reached, end: () => child.kill('SIGKILL') }
}

async function timeOne(): Promise<number> {
  const began = performance.now()
  const answer = await me.get('/panel/api/server/status')
  if (!answer.success) throw new Error(`refused: ${answer.msg}`)
  return performance.now() - began
}

async function timesWhile(goesOn: (count: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (goesOn(times.length)) times.push(await timeOne())
  return times
}

const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function flood() {
  const attack = startAttack()
  try {
    await expect.poll(() => attack.reached('standing'), { interval: 5 }).toBeDefined()
    const during = await timesWhile(() => !attack.reached('attempted'))
    await expect.poll(() => attack.reached('over')).toBeDefined()
    return { during, attempted: attack.reached('attempted'), over: attack.reached('over') }
  } finally {
    attack.end()
  }
}

it('200 half-open connections and 2,000 socket attempts leave a logged-in request fast', async () => {
  await timesWhile((count) => count < 200) // warm-up
  const before = median(await timesWhile((count) => count < 300))
  const { during, attempted, over } = await flood()
  const ratio = median(during) / before
  console.log(
    `logged-in GET, p50: ${before.toFixed(2)} ms alone, ${median(during).toFixed(2)} ms in the flood ` +
      `(${during.length} requests): ${ratio.toFixed(2)} times`,
  )
  // The target is 2 (README has the measured figure); a shared machine gets a margin for noise.
  expect(ratio).toBeLessThan(5)
  expect(attempted).toMatchObject({ accepted: 500, refused: 1_500 })
  expect(over?.closedByServer).toBe(200)
  expect(over?.slowestCloseMs).toBeLessThan(patient(9_000)) // 5 s for the headers, checked every second
})

const openFiles = () => readdirSync(`/proc/${program.pid}/fd`).length

it('another flood leaves no connection behind, and memory is bounded', async () => {
  const files = openFiles()
  await flood()
  await expect.poll(openFiles).toBeLessThan(files + 20)
  const memory = residentMb(program.pid)
  console.log(`memory: ${memory.toFixed(0)} MB after two floods`)
  // Live heap stayed at 19 MB over 12 times 2,000 accepted sockets, and memory at 225 MB with a collection
  // after each.
  expect(memory).toBeLessThan(350)
  expect((await me.get('/panel/api/server/status')).success).toBe(true)
})
