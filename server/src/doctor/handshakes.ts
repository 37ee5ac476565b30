import type { FailedHandshake } from '#domain/clients/diagnose.ts'
import { type RefusedHandshake, refusedHandshake } from '#domain/core-config/refused-handshake.ts'

type Kept = RefusedHandshake & { at: number }

/** Strangers try keys too: the oldest make place. */
const most = 2_000

/** The last handshake that the core refused, by address and by key. In memory only: ids are secrets. */
export function createHandshakes(now: () => number) {
  const kept = new Map<string, Kept>()
  function keep(key: string, one: Kept): void {
    kept.delete(key)
    kept.set(key, one)
    for (const [oldest] of kept) {
      if (kept.size <= most) return
      kept.delete(oldest)
    }
  }

  return {
    /** A line of the core that no client has written. */
    onLine(line: string): void {
      const found = refusedHandshake(line)
      if (!found) return
      const one = { ...found, at: now() }
      keep(found.address, one)
      if (found.why === 'key' && found.detail !== '') keep(found.detail, one)
    },
    /** Of a client with this id and these addresses, later than this; undefined if there is none. */
    lastOf(id: string, addresses: readonly string[], since: number): FailedHandshake | undefined {
      const own = kept.get(id)
      const [last] = [own, ...addresses.map((address) => kept.get(address))]
        .filter((one) => one !== undefined && one.at > since)
        .toSorted((a, b) => (b?.at ?? 0) - (a?.at ?? 0))
      if (!last) return undefined
      const { at, address, why, detail } = last
      return { at, address, why: last === own ? 'own' : why, name: why === 'name' ? detail : '' }
    },
  }
}

export type Handshakes = ReturnType<typeof createHandshakes>
