import { type ClientSession, connectionsApi } from '#contract/core-api.ts'
import type { Mount } from '../platform/http/mount.ts'

interface Rooms {
  list: (email: string) => Promise<ClientSession[]>
  /** Throws for an unknown client. */
  known: (email: string) => Promise<{ client: { email: string } }>
}

export function sessionRoutes(mount: Mount, { list, known }: Rooms): void {
  mount(connectionsApi.list, async ({ params }) => list((await known(params.email ?? '')).client.email))
}
