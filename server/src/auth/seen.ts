const most = 1_000

/** When each session last asked for anything: in memory, for a write at every request would cost more than it tells. */
export function createSeen() {
  const times = new Map<string, number>()
  return {
    note(id: string, at: number): void {
      if (times.size >= most && !times.has(id)) times.delete(times.keys().next().value ?? '')
      times.set(id, at)
    },
    at: (id: string): number => times.get(id) ?? 0,
  }
}
