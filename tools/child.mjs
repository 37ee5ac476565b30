// Child processes of the tools: fixed argv, no shell, each in its own process group, so that a signal reaches it once
// and through us, whether it came from a terminal (whole group), from npm (forwarded) or from kill.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'

const SAME_SIGNAL_MS = 500
const live = new Map()
const lastSeen = new Map()
let interrupted

/** A person or a supervisor asked us to stop; main() turns it into 128+n. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }
}

export const exitCodeOf = ({ code, signal }) =>
  signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)

/** Under npm, Ctrl-C arrives twice: from the terminal and forwarded. A person's second one comes later. */
export function isRepeat(seen, signal, now) {
  const before = seen.get(signal)
  if (before !== undefined && now - before < SAME_SIGNAL_MS) return true
  seen.set(signal, now)
  return false
}

function onSignal(signal) {
  if (isRepeat(lastSeen, signal, performance.now())) return
  interrupted ??= signal
  for (const [child, target] of live) sendTo(child, target, signal)
}

function sendTo(child, target, signal) {
  try {
    process.kill(target === 'group' ? -child.pid : child.pid, signal)
  } catch {
    // It has just ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => onSignal(signal))

export function throwIfInterrupted() {
  if (interrupted) throw new Interrupted(interrupted)
}

/**
 * Runs a program to its end. `target: 'process'` passes signals only to the child (which handles its own children);
 * otherwise to its whole group. `capture` collects its output instead of showing it; `onLine` hears each line of it.
 * `niceness`: how far it and its children step back for others on a busy machine.
 */
export async function run(
  file,
  args,
  { capture = false, target = 'group', onLine, niceness = 0, ...options } = {},
) {
  throwIfInterrupted()
  const stdio = options.stdio ?? (capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'])
  const child = spawn(file, args, { ...options, stdio, detached: true, shell: false })
  live.set(child, target)
  if (niceness > 0 && child.pid) setPriority(child.pid, niceness)
  const chunks = []
  if (capture)
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => chunks.push(chunk))
      if (onLine) createInterface({ input: stream }).on('line', onLine)
    }
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => {
        resolve({ code, signal, output: Buffer.concat(chunks).toString() })
      })
    })
  } finally {
    live.delete(child)
  }
}

/** Runs a tool's main function; its result is the exit code. */
export async function main(tool) {
  try {
    process.exitCode = await tool(process.argv.slice(2))
  } catch (error) {
    if (error instanceof Interrupted) process.exitCode = exitCodeOf({ signal: error.signal })
    else {
      console.error(error.sentence ?? error)
      process.exitCode = 1
    }
  }
}

/** An expected failure that a person can act on: printed as a sentence, without a stack. */
export function giveUp(sentence) {
  throw Object.assign(new Error(sentence), { sentence })
}
