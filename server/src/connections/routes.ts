import { clientDeskApi } from '#contract/client-desk-api.ts'
import { type ClientSession, connectionsApi } from '#contract/core-api.ts'
import { type Commit, noted } from '../platform/changes/commit.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Connections } from './room.ts'

interface Rooms {
  commit: Commit
  list: (email: string) => Promise<ClientSession[]>
  kick: Connections['kick']
  /** Throws for an unknown client. */
  known: (email: string) => Promise<{ client: { email: string } }>
}

export function sessionRoutes(mount: Mount, { commit, list, kick, known }: Rooms): void {
  mount(connectionsApi.list, async ({ params }) => list((await known(params.email ?? '')).client.email))
  mount(clientDeskApi.kick, async ({ params, actor }) => {
    const { email } = (await known(params.email ?? '')).client
    const { ended, remaining } = await kick(email)
    await noted(commit, actor, {
      action: 'client.kick',
      objectKind: 'client',
      object: email,
      after: { ended },
    })
    return { ended, remaining }
  })
}
