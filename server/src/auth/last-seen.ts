import { BoundedMap } from '#domain/bounded-map.ts'

const most = 1_000

/** Time of each session's last request. In memory only: a write per request would cost too much. */
export function createLastSeen() {
  const times = new BoundedMap<string, number>(most)
  return {
    note: (id: string, at: number): void => void times.set(id, at),
    at: (id: string): number => times.get(id) ?? 0,
  }
}
