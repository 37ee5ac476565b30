import { setTimeout as wait } from 'node:timers/promises'
import { startProgram } from '#test/program.ts'
import { residentMb } from '#test/resident.ts'

/** Starts the program on the folder: time until ready, and memory ten seconds later. */
export async function measureAtRest(folder: string, withCore: boolean) {
  const program = await startProgram({ folder, env: withCore ? {} : { SLUICE_CORE_BIN: 'none' } })
  const readyMs = await program.ready
  await wait(10_000)
  const memoryMb = residentMb(program.pid)
  await program.kill('SIGTERM')
  return { readyMs, memoryMb }
}
