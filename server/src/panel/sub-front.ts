import type { RequestListener } from 'node:http'
import { createSerial } from '../platform/db/serial.ts'
import type { Certificate, Listener } from '../platform/http/listener.ts'

interface Deps {
  address: string
  port: number
  handler: RequestListener
  open: () => Promise<{ listener: Listener }>
}

/** The subscription port, which opens and closes while the panel runs. */
export async function createSubFront({ address, port, handler, open }: Deps) {
  const serial = createSerial()

  async function make(): Promise<Listener> {
    const { listener } = await open()
    listener.attach(handler)
    return listener
  }

  /** Created at once, so that a certificate that does not load is reported before anything is closed. */
  let next: Listener | undefined = await make()
  let serving: Listener | undefined
  let closed = false

  async function start(): Promise<void> {
    if (serving || closed) return
    const listener = next ?? (await make()) // a closed listener cannot be opened again
    next = undefined
    try {
      await listener.listen(address, port)
    } catch (error) {
      await listener.close()
      throw error
    }
    serving = listener
  }

  async function end(patienceMs: number | undefined): Promise<void> {
    const listener = serving
    serving = undefined
    await listener?.close(patienceMs)
  }

  return {
    isOpen: () => serving !== undefined,
    renew: (certificate: Certificate): void => (serving ?? next)?.renew(certificate),
    set: (on: boolean, patienceMs?: number): Promise<void> => serial(() => (on ? start() : end(patienceMs))),
    close: (patienceMs?: number): Promise<void> =>
      serial(async () => {
        closed = true
        await end(patienceMs)
        await next?.close(patienceMs)
      }),
  }
}
