import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the kernel's ephemeral ports, so that no outgoing connection can take it before its listener starts. */
const [lowest, slots, perSlot] = [12_000, 40, 500]
const guards = 11_000
const given = new Set<number>()

/** Parallel test processes share no port: each holds one guard as long as it lives. */
async function takeSlot(): Promise<number> {
  for (let slot = 0; slot < slots; slot++) {
    const guard = createServer().unref()
    const held = await new Promise<boolean>((resolve) => {
      guard.once('error', () => resolve(false))
      guard.listen(guards + slot, '127.0.0.1', () => resolve(true))
    })
    if (held) return slot
  }
  throw new Error(`${slots} processes take ports already`)
}
let slot: Promise<number> | undefined

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A free loopback port that was not given to another test of this process. */
export async function freePort(): Promise<number> {
  slot ??= takeSlot()
  const mine = slot
  const first = lowest + (await mine) * perSlot
  for (let tries = 0; tries < perSlot; tries++) {
    const port = first + randomInt(perSlot)
    if (given.has(port)) continue
    given.add(port)
    if (await canListen(port)) return port
  }
  // Used up, with many files in one process; another call may have taken the next slot already.
  if (slot === mine) slot = undefined
  return freePort()
}

export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  return ports
}
