import type { Node } from '#contract/node.ts'
import type { CoreNotes } from '#contract/node-cores-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'

/** What is known of the core that a node runs; asked once for all nodes, and again when its version changes. */
export function useCoreNotes({ id, coreVersion }: Pick<Node, 'id' | 'coreVersion'>): CoreNotes | undefined {
  const { data } = useReply(endpoints.nodeCores.now, { staleTime: 60_000 })
  return data?.find((one) => one.id === id && one.version === coreVersion)
}
