/**
 * Rooms by floor, lowest first. A room may import and call any room on a lower floor, never one on its own floor or above.
 * News travels upwards as a `Change`, or through a hook that the lower room names. `test/house/floors.ts` checks it.
 */
export const floors = [
  // No business words: database engines, HTTP, outgoing calls, jobs, log.
  ['platform'],
  // The tables: schema, migrations, rows, reads that join several rooms' tables, and `commit`, the only way to write.
  ['store'],
  // This process among the others on the same database: lease, leader, change feed.
  ['instance'],
  ['events'],
  ['audit', 'settings', 'undo'],
  ['auth', 'notices'],
  ['clients', 'health', 'inbounds'],
  ['devices', 'hosts', 'plans'],
  // The proxy core: its API, process, binaries, logs, and the reconciler.
  ['core'],
  ['connections'],
  ['presence'],
  ['traffic'],
  // What servers cost and may carry in a month.
  ['caps', 'geo'],
  ['subscriptions'],
  // What the networks of callers have in common; checks of inbounds as a client of theirs.
  ['callers', 'entries'],
  // Other machines that check the same entries.
  ['probes'],
  ['outbounds', 'rotation'],
  // Other panels as nodes, and this panel as a node of another one.
  ['fleet'],
  ['certificates', 'directory', 'move-in', 'status'],
  ['backup', 'setup'],
  ['metrics', 'telegram', 'updates'],
  ['doctor'],
  // Creates every room, floor by floor, and serves them.
  ['app'],
  // A panel with a simulated core, nodes and traffic; only `--demo` loads it.
  ['demo'],
  ['cli', 'supervise'],
] as const satisfies readonly (readonly string[])[]
