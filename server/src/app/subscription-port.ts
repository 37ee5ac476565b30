import type { RequestListener } from 'node:http'
import { createSerial } from '../platform/db/serial.ts'
import type { ListenPlan } from '../platform/http/address.ts'
import type { Certificate } from '../platform/http/certificate.ts'
import type { Port } from '../platform/http/ports.ts'

/** The subscription port, which opens and closes while the panel runs. */
export async function createSubscriptionPort(
  { address, port }: ListenPlan,
  handler: RequestListener,
  open: () => Promise<{ port: Port }>,
) {
  const serial = createSerial()

  async function make(): Promise<Port> {
    const made = await open()
    made.port.attach({ request: handler })
    return made.port
  }

  /** Created at once, so that a certificate that does not load is reported before anything is closed. */
  let next: Port | undefined = await make()
  let serving: Port | undefined
  let closed = false

  async function start(): Promise<void> {
    if (serving || closed) return
    const made = next ?? (await make()) // a port that was closed cannot be opened again
    next = undefined
    await made.listen(address, port)
    serving = made
  }

  async function end(how: 'leave' | 'close', patienceMs: number | undefined): Promise<void> {
    const last = serving
    serving = undefined
    await last?.[how](patienceMs)
  }

  return {
    isOpen: () => serving !== undefined,
    renew: (certificate: Certificate): void => (serving ?? next)?.renew(certificate),
    set: (on: boolean, patienceMs?: number): Promise<void> =>
      serial(() => (on ? start() : end('close', patienceMs))),
    /** `leave`: the port stays open for the next panel. */
    end: (how: 'leave' | 'close', patienceMs?: number): Promise<void> =>
      serial(async () => {
        closed = true
        await end(how, patienceMs)
      }),
  }
}

export type SubscriptionPort = Awaited<ReturnType<typeof createSubscriptionPort>>
