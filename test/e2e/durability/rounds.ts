import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { admin, type Program, startProgram } from '#test/program.ts'
import { logIn } from '#test/visitor.ts'
import type { Lane, Write } from './lane.ts'
import { sessionsLane } from './sessions-lane.ts'
import { settingsLane } from './settings-lane.ts'
import type { Storage } from './storage.ts'
import { tokensLane } from './tokens-lane.ts'

const writesPerRound = 500

interface Progress {
  lane: Lane
  /** Audit rows of the acknowledged writes. */
  trail: string[]
  inFlight: Write | undefined
}

/** A small seeded generator, so that a failed round can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Kills the panel at a random moment of 500 mixed writes, for a number of rounds, on the same database. */
export async function killRounds(options: {
  folder: string
  storage: Storage
  rounds: number
  seed: number
}) {
  const { folder, storage, rounds, seed } = options
  const random = seeded(seed)
  const port = await freePort()
  const subPort = await freePort()
  const start = async () => {
    const program = await startProgram({ folder, port, subPort, env: storage.env })
    await program.ready
    return program
  }
  let program = await start()
  try {
    const at = { url: program.url, token: await makeDriverToken(program.url) }
    const first = { ...admin }
    const lanes = [
      settingsLane(at, storage),
      tokensLane(at, storage, random),
      sessionsLane(at, storage, random, first),
    ]
    let total = 0
    for (let round = 1; round <= rounds; round++) {
      const mark = await lastAuditId(storage)
      const killAfter = Math.floor(random() * writesPerRound)
      const all = await driveUntilKilled(program, lanes, killAfter, random() * 4)
      const acknowledged = all.reduce((sum, { trail }) => sum + trail.length, 0)
      total += acknowledged
      expect(await storage.integrity(), `round ${round}`).toBe('ok')
      program = await start()
      await checkAll(all, storage, mark, `round ${round} of seed ${seed}, ${acknowledged} acknowledged`)
      for (const lane of lanes) await lane.answers(at.url)
    }
    return total
  } finally {
    await program.kill('SIGKILL')
  }
}

/** The first session is ended again: the sessions lane counts all of them. */
async function makeDriverToken(url: string): Promise<string> {
  const visitor = await logIn(url, admin)
  const made = await visitor.post<{ token: string }>('/panel/api/setting/apiTokens/create', {
    name: 'driver',
  })
  await visitor.post('/logout')
  return made.obj.token
}

async function driveUntilKilled(program: Program, lanes: Lane[], killAfter: number, delay: number) {
  let acknowledged = 0
  let killing: Promise<unknown> | undefined
  const kill = async () => {
    await wait(delay) // the moment may be anywhere in a write, not always right after a reply
    await program.kill('SIGKILL')
  }
  const drive = async (lane: Lane): Promise<Progress> => {
    const progress: Progress = { lane, trail: [], inFlight: undefined }
    for (;;) {
      const write = lane.next()
      progress.inFlight = write
      try {
        await write.send()
      } catch (error) {
        if (!killing) throw error // it was refused, or the panel died without us
        return progress
      }
      write.apply()
      progress.trail.push(write.trail)
      progress.inFlight = undefined
      if (++acknowledged > killAfter) killing ??= kill()
    }
  }
  const all = await Promise.all(lanes.map(drive))
  await killing
  return all
}

async function lastAuditId(storage: Storage): Promise<number> {
  const [row] = await storage.rows('select max(id) as id from audit')
  return Number(row?.id ?? 0)
}

async function checkAll(all: Progress[], storage: Storage, mark: number, where: string) {
  const rows = await storage.rows(`select action, object, after from audit where id > ${mark} order by id`)
  const trail = rows.map((row) => ({ action: String(row.action), line: lineOf(row) }))
  for (const { lane, trail: acknowledged, inFlight } of all) {
    const what = `${lane.name}, ${where}`
    const lines = [...acknowledged]
    // The one in flight is there completely or not at all: with its audit row, or without both.
    const stored = await lane.stored()
    if (inFlight && JSON.stringify(stored) !== JSON.stringify(lane.expected())) {
      inFlight.apply()
      lines.push(inFlight.trail)
    }
    expect(await lane.stored(), what).toEqual(lane.expected())
    expect(
      trail.filter(({ action }) => lane.owns(action)).map(({ line }) => line),
      what,
    ).toEqual(lines)
  }
  expect(trail.filter(({ action }) => !all.some(({ lane }) => lane.owns(action)))).toEqual([])
}

function lineOf(row: Record<string, unknown>): string {
  return row.action === 'settings.update' ? `settings.update ${row.after}` : `${row.action} ${row.object}`
}
