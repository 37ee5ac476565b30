import type { ClientStatsEvent, EventKind, EventPayloads, TrafficEvent } from '#contract/events.ts'

/**
 * Merges a waiting message with a newer one of its kind. Most kinds carry a whole state, so the newer one replaces the
 * older. The kinds here carry changes, and no change may be lost.
 */
export const mergers: {
  [K in EventKind]?: (older: EventPayloads[K], newer: EventPayloads[K]) => EventPayloads[K]
} = {
  traffic: mergeTraffic,
  client_stats: mergeStats,
}

function mergeTraffic(older: TrafficEvent, newer: TrafficEvent): TrafficEvent {
  const traffics = joined(older.traffics, newer.traffics)
  const clientTraffics = joined(older.clientTraffics, newer.clientTraffics)
  return {
    ...older,
    ...newer,
    ...(traffics && { traffics }),
    ...(clientTraffics && { clientTraffics }),
    lastOnlineMap: { ...older.lastOnlineMap, ...newer.lastOnlineMap },
  }
}

function mergeStats(older: ClientStatsEvent, newer: ClientStatsEvent): ClientStatsEvent {
  if (newer.snapshot) return newer
  const clients = overlaid(older.clients, newer.clients, (row) => row.email)
  const inbounds = overlaid(older.inbounds, newer.inbounds, (row) => row.id)
  return {
    ...newer,
    ...(older.snapshot && { snapshot: true }),
    ...(clients && { clients }),
    ...(inbounds && { inbounds }),
  }
}

/** The reader adds deltas up, so both are kept. */
function joined<T>(
  older: readonly T[] | undefined,
  newer: readonly T[] | undefined,
): readonly T[] | undefined {
  return older && newer ? [...older, ...newer] : (newer ?? older)
}

function overlaid<T>(
  older: readonly T[] | undefined,
  newer: readonly T[] | undefined,
  key: (row: T) => unknown,
) {
  if (!older || !newer) return newer ?? older
  const rows = new Map(older.map((row) => [key(row), row]))
  for (const row of newer) rows.set(key(row), row)
  return [...rows.values()]
}
