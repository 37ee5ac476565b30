import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { until } from '#test/until.ts'

/** A network of its own: nothing in it is reachable except over links that the test makes. */
export interface Namespace {
  /** Put before a command, it runs in here. */
  enter: readonly string[]
  pid: number
  end(): Promise<void>
}

/** A cable between this machine, or a namespace, and another one. */
export interface Link {
  /** The name of the first end. */
  device: string
  /** The address of the first end, and of the second. */
  near: string
  far: string
  /** Whatever is sent is lost from now on: the second end is pulled out, so that the first one notices nothing. */
  cut(): void
  heal(): void
}

/** Why namespaces cannot be made here; undefined if they can. */
export function namespacesMissing(): string | undefined {
  for (const [command, ...args] of [
    ['ip', '-V'],
    ['unshare', '--net', 'ip', 'link', 'set', 'lo', 'up'],
    ['nsenter', '--version'],
  ] as const) {
    const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (error || status !== 0)
      return `"${[command, ...args].join(' ')}" says: ${error?.message ?? stderr.trim()}`
  }
  return undefined
}

/** The command "ip" in a network; an empty list is that of this process. */
export const ip = (where: readonly string[], ...args: string[]): void => {
  const [command = 'ip', ...rest] = [...where, 'ip', ...args]
  execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Whether packets of others are led on. */
export function forwards(where: Namespace, isOn: boolean): void {
  const [command = '', ...enter] = where.enter
  execFileSync(command, [...enter, 'sh', '-c', `echo ${Number(isOn)} > /proc/sys/net/ipv4/ip_forward`])
}

const netOf = (pid: number | 'self'): string => {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return '' // it has ended
  }
}

/**
 * The namespace lives as long as a process that reads from this one: it ends even if the test is killed, and takes its
 * links with it.
 */
export async function createNamespace(): Promise<Namespace> {
  const holder: ChildProcess = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise<void>((resolve) => {
    holder.once('close', () => resolve()).once('error', () => resolve())
  })
  const pid = holder.pid ?? 0
  const isApart = () => netOf(pid) !== '' && netOf(pid) !== netOf('self')
  await until('unshare makes a network namespace', isApart)
  const enter = ['nsenter', '--target', String(pid), '--net']
  ip(enter, 'link', 'set', 'lo', 'up')
  return {
    enter,
    pid,
    async end() {
      holder.kill('SIGKILL')
      await ended
    },
  }
}

/** Addresses for benchmarks (RFC 2544), 32 for each test process: two tests at a time do not meet. */
const firstOf = (link: number): [number, number] => {
  const n = (process.pid % 4_096) * 32 + link * 4
  return [n >> 8, n & 255]
}
let links = 0

export function createLink(from: Namespace | undefined, to: Namespace): Link {
  const n = links++
  const [high, low] = firstOf(n)
  const address = (host: number) => `198.${18 + (high >> 8)}.${high & 255}.${low + host}`
  const here = from?.enter ?? []
  const [near, far] = [`sl${process.pid.toString(36)}n${n}`, `sl${process.pid.toString(36)}f${n}`]
  ip(here, 'link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', String(to.pid))
  ip(here, 'address', 'add', `${address(1)}/30`, 'dev', near)
  ip(to.enter, 'address', 'add', `${address(2)}/30`, 'dev', far)
  ip(here, 'link', 'set', near, 'up')
  ip(to.enter, 'link', 'set', far, 'up')
  return {
    device: near,
    near: address(1),
    far: address(2),
    cut: () => ip(to.enter, 'link', 'set', far, 'down'),
    heal: () => ip(to.enter, 'link', 'set', far, 'up'),
  }
}
