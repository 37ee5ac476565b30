import type { PanelAddresses } from '#domain/core-config/panel-guard.ts'
import { addressBytes } from '#domain/net/address.ts'
import { ownAddresses } from '../../platform/http/address.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { SettingsReader } from '../../settings/service.ts'

interface Deps {
  /** The machine's current addresses. */
  addresses: () => readonly string[]
  ports: () => readonly number[]
  /** Applies changed addresses to the core. */
  apply: () => Promise<void>
  everyMs?: number
}

/**
 * Keeps the panel's addresses up to date as interfaces come and go. An address that disappeared is removed only when a
 * new one appears, so that a flapping interface does not change the core each time.
 */
export function createPanelAddresses({ addresses, ports, apply, everyMs = 10_000 }: Deps) {
  let known: PanelAddresses = { addresses: [], ports: [] }

  function current(): PanelAddresses {
    const now = { addresses: [...addresses()].sort(), ports: [...ports()].sort((a, b) => a - b) }
    const isNew = now.addresses.some((address) => !known.addresses.includes(address))
    if (isNew || now.ports.join() !== known.ports.join()) known = now
    return known
  }

  async function look(): Promise<void> {
    const before = known
    if (current() !== before) await apply()
  }

  return { current, look, job: { name: 'panel-doors', everyMs, run: look } satisfies Job }
}

/** The addresses of this machine and the ports of this panel. */
export const watchPanelAddresses = (
  settings: SettingsReader,
  ownPorts: () => readonly { port: number }[],
  apply: () => Promise<void>,
) =>
  createPanelAddresses({
    // Behind NAT the public address is on no interface, so the configured public host counts too.
    addresses: () => [...ownAddresses(), settings.current().publicHost].filter((a) => addressBytes(a)),
    ports: () => ownPorts().map(({ port }) => port),
    apply,
  })

export type PanelAddressWatch = ReturnType<typeof createPanelAddresses>
