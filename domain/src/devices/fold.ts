import { type Delta, merged } from '../traffic/delta.ts'
import { clientOf, readCoreUser } from './keys.ts'

export type DeviceBytes = { device: number } & Pick<Delta, 'up' | 'down'>

export type Folded = ReturnType<typeof folded>

/** Credits what devices moved to their clients; `nameNow` is a client's name today, if the core has another one. */
export function folded(deltas: readonly Delta[], nameNow: ReadonlyMap<string, string> = new Map()) {
  const devices: DeviceBytes[] = []
  let isSame = true
  const credited = deltas.map((delta) => {
    if (delta.kind !== 'client') return delta
    const { email, device } = readCoreUser(delta.name)
    if (device !== undefined) devices.push({ device, up: delta.up, down: delta.down })
    const name = nameNow.get(email) || email
    if (name === delta.name) return delta
    isSame = false
    return { ...delta, name }
  })
  return { deltas: isSame ? credited : merged(credited), devices }
}

/** The core's names of each client's devices, collected from the counters as they appear. */
export function createDeviceNames() {
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
