import type { InvalidateScope } from '#contract/events.ts'

/** The endpoints of a scope: everything requested below these paths is requested again. */
export const pathsOf = {
  status: ['/panel/api/server/'],
  clients: ['/panel/api/clients', '/panel/api/inbounds'],
  client_stats: ['/panel/api/clients', '/panel/api/inbounds'],
  inbounds: [
    '/panel/api/inbounds',
    '/panel/api/hosts',
    '/panel/api/nodes', // their counts
    '/panel/api/setup',
    '/panel/api/server/certificates',
    '/panel/api/certificates', // where they are used
  ],
  traffic: ['/panel/api/inbounds', '/panel/api/clients'],
  outbounds: ['/panel/xray', '/panel/api/xray'],
  nodes: ['/panel/api/nodes'],
  settings: [
    '/panel/setting',
    '/panel/api/setting',
    '/panel/xray/', // the template is a setting too
    '/panel/api/server/certificates',
    '/panel/api/certificates',
  ],
  certificates: ['/panel/api/certificates', '/panel/api/server/certificates'],
  plans: ['/panel/api/plans'],
  jobs: ['/panel/api/jobs'],
  alerts: ['/panel/api/notices'],
  xray_state: ['/panel/api/server/status'],
  notification: [],
} satisfies Record<InvalidateScope, readonly string[]>
