import type { Migration } from '../migrate.ts'

/**
 * Which calls between two panels of ours a node understands, as it last said: 0 for a panel of another kind, -1 before it
 * has said anything.
 */
export const nodeKind: Migration = {
  name: '040-node-kind',
  statements: ({ int }) => [`alter table nodes add column fleet ${int.replace('default 0', 'default -1')}`],
}
