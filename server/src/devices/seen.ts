import type { Device } from '#contract/devices-api.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { DeviceStore, Sighting } from './store.ts'

const everyMs = 30_000
const mostWaiting = 200_000

/** When known devices fetched last, and what their apps said: collected in memory, written in batches. */
export function createSeen(commit: Commit, store: Pick<DeviceStore, 'seen'>) {
  let waiting = new Map<number, Sighting>()

  async function flush(): Promise<void> {
    if (waiting.size === 0) return
    const batch = waiting
    waiting = new Map()
    try {
      await commit.upkeep((tx) => store.seen(tx, batch))
    } catch (error) {
      for (const [id, sighting] of batch) if (!waiting.has(id)) waiting.set(id, sighting)
      throw error
    }
  }
  const job: Job = { name: 'device-sightings', everyMs, run: flush }

  return {
    note(id: number, sighting: Sighting): void {
      if (waiting.size < mostWaiting || waiting.has(id)) waiting.set(id, sighting)
    },
    /** A device as it will be stored. */
    current(device: Device): Device {
      const last = waiting.get(device.id)
      return last ? { ...device, ...last.facts, lastSeen: Math.max(device.lastSeen, last.at) } : device
    },
    flush,
    job,
  }
}

export type Seen = ReturnType<typeof createSeen>
