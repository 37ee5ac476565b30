import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { endProcess } from '#test/end-process.ts'
import { until } from '#test/until.ts'

/** A server of its own: other processes, other files; the network is this machine's. */
export interface Server {
  /** Its file system, as seen from here. */
  root: string
  /** Runs a command there and returns what it printed; throws if it fails. */
  run(...command: string[]): string
  stop(): Promise<void>
}

/** The first process inside a namespace, by the process that made it. */
async function firstInside(parent: ChildProcess): Promise<number> {
  const file = `/proc/${parent.pid}/task/${parent.pid}/children`
  let child = 0
  await until('there is a process in the namespace', () => {
    child = Number(readFileSync(file, 'utf8').trim().split(' ')[0])
    if (parent.exitCode !== null) throw new Error('what made the namespace has ended')
    return child > 0
  })
  return child
}

/** A running first process and what it takes to enter its world. */
export async function serverIn(root: string, first: ChildProcess, isUp: (run: Server['run']) => boolean) {
  const ended = new Promise<void>((resolve) => first.once('close', () => resolve()))
  let words = ''
  first.stderr?.on('data', (chunk) => {
    words += chunk
  })
  /** Until it is up, the first process may be one that only prepares the namespace and ends. */
  const look = () =>
    firstInside(first).catch((error: Error) => {
      throw new Error(`${error.message}: ${words}`)
    })
  let pid = 0
  const clean = ['env', '-i', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root']
  const run: Server['run'] = (...command) => {
    const enter = ['--target', String(pid), '--mount', '--uts', '--ipc', '--pid', '--root']
    const inside = [...clean, 'sh', '-c', 'cd /root && exec "$@"', 'sh', ...command]
    const done = spawnSync('nsenter', [...enter, ...inside], { encoding: 'utf8', timeout: 100_000 })
    if (done.status === 0) return done.stdout
    throw new Error(`${command.join(' ')} ended with ${done.status}:\n${done.stdout}${done.stderr}`)
  }
  async function stop(): Promise<void> {
    first.stdin?.destroy()
    endProcess(pid) // the first process takes all others with it
    first.kill('SIGKILL')
    await ended
  }
  await until('the server comes up', async () => {
    pid = await look()
    return isUp(run)
  }).catch(async (error: Error) => {
    await stop()
    throw new Error(`${error.message}: ${words}`)
  })
  return { root, run, stop } satisfies Server
}

/** Whether a command can be run at all here. */
export const works = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Where a program is on this machine. */
export const whereIs = (program: string): string =>
  execFileSync('/bin/sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${program}`], {
    encoding: 'utf8',
  }).trim()

export const startFirst = (command: string, args: readonly string[]): ChildProcess =>
  spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] })
