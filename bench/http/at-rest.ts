import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startProgram } from '#test/program.ts'
import { residentMb } from '#test/resident.ts'

/** The core is the only program that a panel at rest keeps running. */
const hasChild = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() !== ''

/** Starts the program on the folder, with this core or without any: time until ready, and memory ten seconds later. */
export async function measureAtRest(folder: string, core = 'none') {
  const program = await startProgram({ folder, env: { SLUICE_CORE_BIN: core } })
  const readyMs = await program.ready
  await wait(30_000) // the first check of its health is over
  const [memoryMb, isCoreRunning] = [residentMb(program.pid), hasChild(program.pid)]
  await program.kill('SIGTERM')
  if (isCoreRunning !== (core !== 'none')) throw new Error(`a core is running: ${isCoreRunning}`)
  return { readyMs, memoryMb }
}
