const most = 1_000

/** Time of each session's last request. In memory only: a write per request would cost too much. */
export function createLastSeen() {
  const times = new Map<string, number>()
  return {
    note(id: string, at: number): void {
      if (times.size >= most && !times.has(id)) times.delete(times.keys().next().value ?? '')
      times.set(id, at)
    },
    at: (id: string): number => times.get(id) ?? 0,
  }
}
