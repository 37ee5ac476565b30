import type { FromPanel, FromParent } from '../platform/release/messages.ts'

/** A listening socket of Node, as it comes over the channel; nothing is accepted on it here. */
interface ListeningSocket {
  close(): void
}
const isSocket = (given: object | undefined): given is ListeningSocket =>
  given !== undefined && 'close' in given && typeof given.close === 'function'

/**
 * The listening sockets of the panel. A copy of each stays open here while one version follows the other, so the kernel
 * goes on to take connections, and callers wait for the next version instead of being refused.
 */
export function createHeldSockets() {
  const sockets = new Map<string, ListeningSocket>()

  function drop(name: string): void {
    sockets.get(name)?.close()
    sockets.delete(name)
  }

  return {
    hear(
      message: FromPanel,
      socket: object | undefined,
      answer: (message: FromParent, socket?: object) => void,
    ): void {
      if (message.sluice === 'hold' && isSocket(socket)) {
        drop(message.name)
        sockets.set(message.name, socket)
      }
      if (message.sluice === 'hold-only')
        for (const name of [...sockets.keys()]) if (!message.names.includes(name)) drop(name)
      if (message.sluice === 'borrow') answer({ sluice: 'lent', id: message.id }, sockets.get(message.name))
    },
    closeAll(): void {
      for (const name of [...sockets.keys()]) drop(name)
    },
  }
}
export type HeldSockets = ReturnType<typeof createHeldSockets>
