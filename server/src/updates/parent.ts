import type { SendHandle } from 'node:child_process'
import type { Coded } from '#contract/coded.ts'
import { codedOf } from '#domain/refusal.ts'
import type { SocketHolder } from '../platform/http/ports.ts'
import {
  type FromPanel,
  fromParent,
  keepsSockets,
  startsLater,
  supervisedBy,
} from '../platform/release/messages.ts'
import type { UpdateRun } from '../platform/release/update-run.ts'

interface Answers {
  health(): Promise<{ core: string; fault?: Coded }>
  /** Ends the process, unless the panel cannot leave. */
  leave(why: 'update' | 'rollback'): Promise<void>
}

/** A parent that does not answer keeps nobody from starting. */
const lendMs = 2_000

/**
 * The parent process, seen from the panel. Undefined if nobody is there who could start another version: from source, in
 * a container, in a test.
 */
export function parentOf(own: NodeJS.Process) {
  if (!own.channel || own.env[supervisedBy] === undefined) return undefined
  // The parent may be ending: its end stops the panel, not a failed message.
  const send = (message: FromPanel, socket?: object): void =>
    void own.send?.(message, socket as SendHandle | undefined, {}, () => {}) // Node sends any handle, its types name three
  return {
    listen({ health, leave }: Answers): void {
      own.on('message', (given) => {
        const message = fromParent(given)
        if (message?.sluice === 'leave') void leave(message.for)
        if (message?.sluice === 'health')
          void health()
            .catch((error: unknown) => ({ core: '', fault: codedOf(error) }))
            .then((found) => send({ sluice: 'health', id: message.id, ...found }))
      })
    },
    /** Resolves when the panel may start: the version before may still be running. */
    turn: () =>
      new Promise<void>((resolve) => {
        if (own.env[startsLater] === undefined) return resolve()
        const hear = (given: unknown) => {
          if (fromParent(given)?.sluice !== 'begin') return
          own.off('message', hear)
          resolve()
        }
        own.on('message', hear)
        send({ sluice: 'loaded' })
      }),
    ready: () => send({ sluice: 'ready' }),
    handOver: (run: UpdateRun) => send({ sluice: 'hand-over', run }),
    stay: (reason: Coded) => send({ sluice: 'stay', reason }),
    /** Undefined if it keeps no sockets. */
    sockets: own.env[keepsSockets] === undefined ? undefined : createSocketHolder(own, send),
  }
}

export type Parent = NonNullable<ReturnType<typeof parentOf>>

function createSocketHolder(
  own: NodeJS.Process,
  send: (message: FromPanel, socket?: object) => void,
): SocketHolder {
  const asked = new Map<number, (socket: object | undefined) => void>()
  let last = 0
  own.on('message', (given, socket) => {
    const message = fromParent(given)
    if (message?.sluice === 'lent') asked.get(message.id)?.(socket ?? undefined)
  })
  return {
    borrow: (name) =>
      new Promise((resolve) => {
        const id = ++last
        const timer = setTimeout(() => asked.get(id)?.(undefined), lendMs)
        asked.set(id, (socket) => {
          clearTimeout(timer)
          asked.delete(id)
          resolve(socket)
        })
        send({ sluice: 'borrow', id, name })
      }),
    hold: (name, socket) => send({ sluice: 'hold', name }, socket),
    holdOnly: (names) => send({ sluice: 'hold-only', names }),
  }
}
