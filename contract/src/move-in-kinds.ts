/** What a plan counts, in the order in which it is shown. */
export const plannedKinds = [
  'inbounds',
  'clients',
  'attachments',
  'groups',
  'fallbacks',
  'hosts',
  'nodes',
  'outboundSubscriptions',
  'outboundTraffics',
  'geoResources',
  'tokens',
  'users',
  'settings',
  'template',
] as const

/** Old subscription URLs are counted by their sources, not by the plan. */
export const moveInKinds = [...plannedKinds, 'oldSubscriptions'] as const
