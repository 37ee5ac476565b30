import { type ClientSession, sessionsApi } from '#contract/core-api.ts'
import type { Mount } from '../platform/http/mount.ts'

interface Rooms {
  list: (email: string) => Promise<ClientSession[]>
  /** Throws for an unknown client. */
  known: (email: string) => Promise<{ client: { email: string } }>
}

export function sessionRoutes(mount: Mount, { list, known }: Rooms): void {
  mount(sessionsApi.list, async ({ params }) => list((await known(params.email ?? '')).client.email))
}
