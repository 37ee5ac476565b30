// Two panels started at the same time from one folder must not install or build over each other.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { throwIfInterrupted } from './child.mjs'

function isAlive(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

/** Runs `work` while no other process of this folder does; takes over a lock whose owner is dead. */
export async function alone(root, work) {
  const file = join(root, '.cache', 'tools.lock')
  mkdirSync(join(root, '.cache'), { recursive: true })
  let abandoned = 0
  while (!take(file)) {
    throwIfInterrupted()
    // A lock whose owner is not written yet looks dead: check again before taking it over.
    abandoned = isAlive(ownerOf(file)) ? 0 : abandoned + 1
    if (abandoned > 2) rmSync(file, { force: true })
    await sleep(100)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
