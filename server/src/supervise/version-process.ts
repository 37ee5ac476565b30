import { type SendHandle, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { programIn } from '../platform/release/layout.ts'
import {
  type FromPanel,
  type FromParent,
  fromPanel,
  keepsSockets,
  startsLater,
  supervisedBy,
} from '../platform/release/messages.ts'
import type { HeldSockets } from './held-sockets.ts'

export interface Ended {
  /** As a shell would say it: 128+n after signal n. */
  code: number
}

/** One running panel of one version. */
export interface VersionProcess {
  ended: Promise<Ended>
  signal(signal: NodeJS.Signals): void
  send(message: FromParent): void
  onMessage(listener: (message: FromPanel) => void): void
}

interface Options {
  flags: readonly string[]
  env: Record<string, string>
  /** It borrows its listening sockets from us, and can be loaded while the version before still runs. */
  takesOver: boolean
}

/** How a version wants Node to be started; the file lies beside its program. */
export function optionsOf(folder: string): Options {
  try {
    const text = readFileSync(join(dirname(programIn(folder)), 'runtime.json'), 'utf8')
    const { flags = [], env = {}, takesOver = false } = JSON.parse(text) as Partial<Options> // our own file
    return { flags, env, takesOver }
  } catch {
    return { flags: [], env: {}, takesOver: false }
  }
}

interface Start {
  folder: string
  args: readonly string[]
  held?: HeldSockets
  /** It waits for `begin`. */
  later?: boolean
}

/** Starts the panel of a version folder as a child with a channel. One that cannot be started ends with code 127. */
export function startVersion({ folder, args, held, later = false }: Start): VersionProcess {
  const { flags, env, takesOver } = optionsOf(folder)
  if (!takesOver) held?.closeAll() // it opens its ports itself
  const own = join(folder, 'bin', 'node')
  const child = spawn(existsSync(own) ? own : process.execPath, [...flags, programIn(folder), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...env,
      ...process.env,
      [supervisedBy]: '1',
      ...(held && { [keepsSockets]: '1' }),
      ...(later && { [startsLater]: '1' }),
    },
    // In its own process group: a Ctrl-C reaches it once, through us.
    detached: true,
    shell: false,
  })
  const listeners: ((message: FromPanel) => void)[] = []
  const send = (message: FromParent, socket?: object) => {
    // It may end at any moment.
    if (child.connected) child.send(message, socket as SendHandle | undefined, {}, () => {})
  }
  child.on('message', (given, socket) => {
    const message = fromPanel(given)
    if (!message) return
    held?.hear(message, socket ?? undefined, send)
    for (const listener of listeners) listener(message)
  })
  return {
    ended: new Promise((resolve) => {
      child.once('exit', (code, signal) =>
        resolve({ code: signal ? 128 + constants.signals[signal] : (code ?? 1) }),
      )
      child.on('error', (error) => {
        process.stderr.write(`${error.message}\n`)
        if (child.pid === undefined) resolve({ code: 127 })
      })
    }),
    signal: (signal) => void child.kill(signal),
    send: (message) => send(message),
    onMessage: (listener) => void listeners.push(listener),
  }
}
