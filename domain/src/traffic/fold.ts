import { readCoreUser } from '#domain/core-config/user-names.ts'
import { type Charged, charged } from './charge.ts'
import { type Delta, sum } from './delta.ts'
import { mostBytes } from './ledger.ts'

export type DeviceBytes = { device: number } & Pick<Delta, 'up' | 'down'>

export type Folded = ReturnType<typeof folded>

/**
 * What a byte of this client costs on this inbound, in hundredths; without an inbound, on one that is not known. `address`: it
 * came by the key of that address.
 */
export type RateOf = (client: string, inbound: number | undefined, address?: number) => number

/**
 * Bytes of a client on one inbound, counted apart, or on a node that does not say on which one: then `inbound` is the node's
 * id below zero. `charged` is in hundredths of a byte, both ways.
 */
export type OnInbound = Pick<Delta, 'name' | 'up' | 'down'> & { inbound: number; charged: number }

const both = ({ up, down }: Charged): number => Math.min(up + down, mostBytes)

/**
 * Credits what users of the core moved to their clients; `nameNow` is a client's name today, if the core has another one.
 * Without `rateOf` every byte counts once.
 */
export function folded(
  deltas: readonly Delta[],
  nameNow: ReadonlyMap<string, string> = new Map(),
  rateOf?: RateOf,
) {
  const devices: DeviceBytes[] = []
  const onInbounds: OnInbound[] = []
  const others: Delta[] = []
  const clients = new Map<string, Delta>()
  for (const delta of deltas) {
    if (delta.kind !== 'client') {
      others.push(delta)
      continue
    }
    const { up, down } = delta
    const { email, device, address, inbound } = readCoreUser(delta.name)
    const name = nameNow.get(email) || email
    const rate = rateOf?.(name, inbound, address) ?? 100
    const charge = rate === 100 ? undefined : charged(delta, rate)
    if (device !== undefined) devices.push({ device, up, down })
    if (inbound !== undefined)
      onInbounds.push({ name, inbound, up, down, charged: charge ? both(charge) : both({ up, down }) * 100 })
    const known = clients.get(name)
    if (known) clients.set(name, sum(known, { ...delta, ...(charge && { charge }) }))
    else
      clients.set(
        name,
        name === delta.name && !charge ? delta : { ...delta, name, ...(charge && { charge }) },
      )
  }
  return { deltas: [...clients.values(), ...others], devices, onInbounds }
}

/**
 * The core's names for each client besides its email, collected from the counters as they appear. Inbounds and addresses are few
 * and clients many, so only the names of devices are kept for each client.
 */
export function createUserNames() {
  const starts = new Set<string>()
  const devices = new Map<string, Set<string>>()
  return {
    add(name: string): void {
      if (!name.includes('/')) return // most names are emails
      const { email, device } = readCoreUser(name)
      if (device === undefined) {
        if (email !== name) starts.add(name.slice(0, -email.length))
        return
      }
      const known = devices.get(email)
      if (known) known.add(name)
      else devices.set(email, new Set([name]))
    },
    /** Some of them the core may not have: nothing was counted under those. */
    of: (email: string): string[] => [
      ...[...starts].map((start) => start + email),
      ...(devices.get(email) ?? []),
    ],
    clear(): void {
      starts.clear()
      devices.clear()
    },
  }
}
