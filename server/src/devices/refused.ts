import type { Case } from '#domain/clients/diagnose.ts'

type RefusedDevice = NonNullable<Case['devices']['refused']>

const most = 2_000

/** When a device was refused last because there was no place, by the row id of its client. In memory only. */
export function createRefusedDevices() {
  const kept = new Map<number, RefusedDevice>()
  return {
    note(client: number, refused: RefusedDevice): void {
      kept.delete(client)
      kept.set(client, refused)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    },
    lastOf: (client: number): RefusedDevice | undefined => kept.get(client),
  }
}

export type RefusedDevices = ReturnType<typeof createRefusedDevices>
