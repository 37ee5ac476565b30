import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import type { Core } from '../../core/room.ts'
import { shareNext } from '../cut/share-next.ts'
import { EBADF, loadNative, type Native, SystemFault } from './native.ts'
import { canKill } from './ss-kill.ts'

/** How open connections of one client can be ended here: `rule` = not at all, `none` = not tested yet. */
export type CutWay = 'pidfd' | 'ss' | 'rule' | 'none'

export interface CutSupport {
  way: CutWay
  /** For the operator. */
  sentence: string
  native?: Native
}

/** The kernel ends the pair at once; a machine that is this busy has other problems. */
const deadlineMs = 30_000
const words = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * The whole procedure on our own socket pair: once the child's end is shut down, ours ends. The child itself is not
 * waited for: on a busy machine a program takes seconds to start, and a core that is not found to be in reach is ended.
 */
async function tryOnChild(native: Native): Promise<void> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'], // Node makes these pipes socket pairs
    env: {},
  })
  child.stdin?.on('error', () => {})
  const pair = child.stdio[3]
  try {
    await once(child, 'spawn')
    if (!(pair instanceof Duplex)) throw new Error('no socket pair')
    const ended = once(pair.resume(), 'end', { signal: AbortSignal.timeout(deadlineMs) })
    ended.catch(() => {})
    const pidfd = native.pidfdOpen(child.pid ?? 0)
    try {
      const fd = native.pidfdGetfd(pidfd, 3)
      native.shutdown(fd)
      native.close(fd)
    } finally {
      native.close(pidfd)
    }
    await ended
  } finally {
    child.kill('SIGKILL')
    if (pair instanceof Duplex) pair.destroy()
  }
}

/** The core may be out of reach although a child is not: another user, file capabilities, an adopted orphan. */
function tryOnCore(native: Native, pid: number): void {
  const pidfd = native.pidfdOpen(pid)
  try {
    native.close(native.pidfdGetfd(pidfd, 0))
  } catch (error) {
    if (!(error instanceof SystemFault && error.errno === EBADF)) throw error // it may have no stdin
  } finally {
    native.close(pidfd)
  }
}

async function tryPidfd(pid: number | undefined): Promise<Native> {
  const native = await loadNative()
  await tryOnChild(native)
  if (pid !== undefined) tryOnCore(native, pid)
  return native
}

export async function testCutting(pid: number | undefined): Promise<CutSupport> {
  try {
    const native = await tryPidfd(pid)
    return {
      way: 'pidfd',
      sentence: 'Open sessions of one client can be ended without touching anybody else.',
      native,
    }
  } catch (error) {
    const reason = words(error)
    if (await canKill())
      return {
        way: 'ss',
        sentence: `Open sessions of one client are ended with ss -K, because their sockets cannot be borrowed (${reason}).`,
      }
    return {
      way: 'rule',
      sentence: `Open sessions of a client end when they close: their sockets cannot be borrowed (${reason}), and ss -K needs CAP_NET_ADMIN.`,
    }
  }
}

const untested: CutSupport = { way: 'none', sentence: 'How sessions can be ended has not been tested yet.' }

/** What the last self-test found; parallel callers share a test. */
export function createSupport(core: Pick<Core, 'pid'>, probe: typeof testCutting = testCutting) {
  let found = untested
  return {
    current: (): CutSupport => found,
    test: shareNext(async () => {
      found = await probe(core.pid())
    }),
    /** Another core may be out of reach. */
    forget(): void {
      found = untested
    },
  }
}

export type Support = ReturnType<typeof createSupport>
