import type { Migration } from '../migrate.ts'

/** The row id that a node gave an inbound of ours: a backup of the node brings it back under the same one. */
export const nodeInboundIds: Migration = {
  name: '019-node-inbound-ids',
  statements: ({ int }) => [`alter table node_inbounds add column remote_id ${int}`],
}
