/** What a node is or did, so that it is left alone or its operator is told. */
export const oddNodes = {
  'node.is-above':
    'This panel is a node of that panel, directly or through others. Of two panels only one can manage the other: remove the node on one of the two sides.',
  'node.went-back':
    'Counters on this node went back for {count} clients: it was restored from a backup, or somebody reset them. Nothing was subtracted here, and what belongs on the node is put back.',
  'node.sums-unreadable':
    'This node reports more traffic than can be counted, for {count} clients: it is ignored. Check that panel.',
  'node.strangers':
    '{count} clients were on inbounds of this node without being attached to them here. They were taken off these inbounds.',
} as const
