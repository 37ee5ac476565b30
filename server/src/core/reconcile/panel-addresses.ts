import type { PanelAddresses } from '#domain/core-config/panel-guard.ts'
import { addressBytes } from '#domain/net/address.ts'
import { ownAddresses } from '../../platform/http/address.ts'
import type { SettingsReader } from '../../settings/service.ts'
import type { CoreHooks } from '../hooks.ts'

/**
 * Keeps the panel's addresses up to date as interfaces come and go. An address that disappeared is removed only when a
 * new one appears, so that a flapping interface does not change the core each time.
 */
export function createPanelAddresses(read: () => PanelAddresses) {
  let known: PanelAddresses = { addresses: [], ports: [] }

  function current(): PanelAddresses {
    const { addresses, ports } = read()
    const isNew = addresses.some((address) => !known.addresses.includes(address))
    const now = { addresses: [...addresses].sort(), ports: [...ports].sort((a, b) => a - b) }
    if (isNew || now.ports.join() !== known.ports.join()) known = now
    return known
  }

  return {
    current,
    /** True if they differ from those of the last call. */
    haveChanged(): boolean {
      const before = known
      return current() !== before
    },
  }
}

export type PanelAddressWatch = ReturnType<typeof createPanelAddresses>

/** The addresses of this machine and the ports of this panel. */
export const watchPanelAddresses = (settings: SettingsReader, hooks: Pick<CoreHooks, 'ownPorts'>) =>
  createPanelAddresses(() => ({
    // Behind NAT the public address is on no interface, so the configured public host counts too.
    addresses: [...ownAddresses(), settings.current().publicHost].filter((a) => addressBytes(a)),
    ports: hooks.ownPorts().map(({ port }) => port),
  }))
