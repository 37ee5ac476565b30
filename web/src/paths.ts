/** Page addresses below the base path. Pages link to each other by these; `routes.tsx` says what is shown there. */
export const paths = {
  home: 'panel/',
  clients: 'panel/clients',
  plans: 'panel/clients/plans',
  inbounds: 'panel/inbounds',
  usage: 'panel/usage',
  nodes: 'panel/nodes',
  network: 'panel/network',
  activity: 'panel/activity',
  settings: 'panel/settings',
  health: 'panel/health',
  apiDocs: 'panel/api-docs',
  setup: 'panel/setup',
  moveIn: 'panel/move-in',
} as const

export const newClientPath = `${paths.clients}?new=client`

/** Whether a page is the one at an address, or the one above it. */
export const isAbove = (page: string, path: string) =>
  isAt(page, path) || (page !== paths.home && path.startsWith(`${page}/`))

/** Addresses are compared without a trailing slash. */
export const isAt = (page: string, path: string) => page.replace(/\/+$/, '') === path
