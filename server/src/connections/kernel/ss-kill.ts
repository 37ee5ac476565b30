import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { SocketRow } from './proc-sockets.ts'

const CAP_NET_ADMIN = 12n
const deadlineMs = 5_000
const atOnce = 50

const ss = (args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('ss', args, { timeout: deadlineMs }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
  })

/** Whether `ss -K` exists and may end sockets: without the capability it silently ends none. */
export async function canKill(): Promise<boolean> {
  try {
    const status = await readFile('/proc/self/status', 'utf8')
    const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
    if (((effective >> CAP_NET_ADMIN) & 1n) === 0n) return false
    return (await ss(['-h'])).includes('--kill')
  } catch {
    return false
  }
}

/** Ends exactly these connections; returns how many the kernel reports as ended. */
export async function killSockets(rows: readonly SocketRow[]): Promise<number> {
  let ended = 0
  for (let i = 0; i < rows.length; i += atOnce) {
    const which = rows
      .slice(i, i + atOnce)
      .flatMap((row, j) => [
        ...(j > 0 ? ['or'] : []),
        '(',
        'dst',
        row.peer,
        'and',
        'sport',
        '=',
        `:${row.localPort}`,
        ')',
      ])
    const shown = await ss(['-K', '-H', '-n', '-t', 'state', 'connected', ...which])
    ended += shown.split('\n').filter((line) => line.trim() !== '').length
  }
  return ended
}
