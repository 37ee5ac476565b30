import type { Migration } from '../migrate.ts'

/** What subscriptions do with the inbounds of a node: whether it has been down for long, and its place by load (ADR 053). */
export const nodeStanding: Migration = {
  name: '023-node-standing',
  statements: ({ int, bool }) => [
    `alter table nodes add column sub_down ${bool('false')}`,
    `alter table nodes add column sub_rank ${int}`,
  ],
}
