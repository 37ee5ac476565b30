/** What a node is or did, so that it is left alone or its operator is told. */
export const oddNodes = {
  'node.is-above':
    'This panel is already a node of that panel, directly or through others. Only one of two panels can manage the other: remove the node on one side.',
  'node.went-back':
    'Counters of {count} clients on this node went back: it was restored from a backup, or someone reset them. Nothing was subtracted here, and missing items are put back on the node.',
  'node.sums-unreadable':
    'This node reports more traffic than can be counted for {count} clients, so the traffic is ignored. Check that panel.',
  'node.strangers':
    '{count} clients were on inbounds of this node without being assigned to them here. They were removed from those inbounds.',
} as const
