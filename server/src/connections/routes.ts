import { clientDetailsApi, type KickedNode } from '#contract/client-details-api.ts'
import { type ClientSession, connectionsApi } from '#contract/core-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import { type Commit, noted } from '../store/changes/commit.ts'
import type { Connections } from './room.ts'

interface Rooms {
  commit: Commit
  list: (email: string) => Promise<ClientSession[]>
  disconnect: Connections['disconnect']
  /** Throws for an unknown client. */
  known: (email: string) => Promise<{ client: { id: number; email: string } }>
  disconnectOnNodes: (clientId: number, email: string) => Promise<KickedNode[]>
}

export function sessionRoutes(
  mount: Mount,
  { commit, list, disconnect, known, disconnectOnNodes }: Rooms,
): void {
  mount(connectionsApi.list, async ({ params }) => list((await known(params.email ?? '')).client.email))
  mount(clientDetailsApi.kick, async ({ params, actor }) => {
    const { id, email } = (await known(params.email ?? '')).client
    const [here, nodes] = await Promise.all([disconnect(email), disconnectOnNodes(id, email)])
    const sum = (of: 'ended' | 'remaining') => nodes.reduce((total, node) => total + node[of], here[of])
    const [ended, remaining] = [sum('ended'), sum('remaining')]
    await noted(commit, actor, {
      action: 'client.kick',
      objectKind: 'client',
      object: email,
      after: { ended },
    })
    return { ended, remaining, ...(nodes.length > 0 && { nodes }) }
  })
}
