import { clientOf, readCoreUser } from '#domain/core-config/user-names.ts'
import { charged } from './charge.ts'
import { type Delta, type InboundDelta, merged } from './delta.ts'

export type DeviceBytes = { device: number } & Pick<Delta, 'up' | 'down'>

export type Folded = ReturnType<typeof folded>

/** What a byte of this client costs on this inbound, in hundredths; without an inbound, on one that is not known. */
export type RateOf = (client: string, inbound: number | undefined) => number

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
  const onInbounds: InboundDelta[] = []
  let isSame = true
  const credited = deltas.map((delta) => {
    if (delta.kind !== 'client') return delta
    const { up, down } = delta
    const { email, device, inbound } = readCoreUser(delta.name)
    const name = nameNow.get(email) || email
    const rate = rateOf?.(name, inbound) ?? 100
    const charge = rate === 100 ? undefined : charged(delta, rate)
    if (device !== undefined) devices.push({ device, up, down })
    if (inbound !== undefined) onInbounds.push({ name, inbound, up, down })
    if (name === delta.name && !charge) return delta
    isSame = false
    return { ...delta, name, ...(charge && { charge }) }
  })
  return { deltas: isSame ? credited : merged(credited), devices, onInbounds }
}

/** The core's names for each client besides its email, collected from the counters as they appear. */
export function createUserNames() {
  const byClient = new Map<string, Set<string>>()
  return {
    add(name: string): void {
      const email = clientOf(name)
      if (email === name) return
      const known = byClient.get(email)
      if (known) known.add(name)
      else byClient.set(email, new Set([name]))
    },
    of: (email: string): Iterable<string> => byClient.get(email) ?? [],
    clear: (): void => byClient.clear(),
  }
}
