import { clientsRoutes } from '#contract/routes/clients.ts'
import { networkRoutes } from '#contract/routes/network.ts'
import { panelRoutes } from '#contract/routes/panel.ts'
import type { EndpointSpec } from '#contract/wire.ts'
import type { Remote } from './remote.ts'

/** The contract's constants contain zod schemas: the browser loads the routes, and only the types of the rest. */
interface Apis {
  audit: typeof import('#contract/audit-api.ts').auditApi
  backup: typeof import('#contract/backup-api.ts').backupApi
  certificates: typeof import('#contract/certificates-api.ts').certificatesApi
  clientDetails: typeof import('#contract/client-details-api.ts').clientDetailsApi
  clientGroups: typeof import('#contract/clients-bulk-api.ts').clientGroupsApi
  clients: typeof import('#contract/clients-api.ts').clientsApi
  clientsBulk: typeof import('#contract/clients-bulk-api.ts').clientsBulkApi
  connections: typeof import('#contract/core-api.ts').connectionsApi
  core: typeof import('#contract/core-api.ts').coreApi
  devices: typeof import('#contract/devices-api.ts').devicesApi
  directory: typeof import('#contract/directory-api.ts').directoryApi
  docs: typeof import('#contract/docs-api.ts').docsApi
  geo: typeof import('#contract/geo-api.ts').geoApi
  health: typeof import('#contract/health-api.ts').healthApi
  history: typeof import('#contract/history-api.ts').historyApi
  hosts: typeof import('#contract/hosts-api.ts').hostsApi
  inbounds: typeof import('#contract/inbounds-api.ts').inboundsApi
  jobs: typeof import('#contract/jobs-api.ts').jobsApi
  moveIn: typeof import('#contract/move-in-api.ts').moveInApi
  nodes: typeof import('#contract/nodes-api.ts').nodesApi
  notices: typeof import('#contract/notices-api.ts').noticesApi
  outbounds: typeof import('#contract/outbounds-api.ts').outboundsApi
  plans: typeof import('#contract/plans-api.ts').plansApi
  policies: typeof import('#contract/policies-api.ts').policiesApi
  session: typeof import('#contract/session-api.ts').sessionApi
  setting: typeof import('#contract/settings-api.ts').settingApi
  setup: typeof import('#contract/setup-api.ts').setupApi
  status: typeof import('#contract/status.ts').statusApi
  telegram: typeof import('#contract/telegram-api.ts').telegramApi
  tlsTools: typeof import('#contract/tls-tools-api.ts').tlsToolsApi
  traffic: typeof import('#contract/traffic-api.ts').trafficApi
  undo: typeof import('#contract/undo-api.ts').undoApi
  updates: typeof import('#contract/updates-api.ts').updatesApi
  usage: typeof import('#contract/usage-api.ts').usageApi
  xray: typeof import('#contract/xray-api.ts').xrayApi
}

const routes = { ...clientsRoutes, ...networkRoutes, ...panelRoutes }
type Called<Group extends keyof Apis> = keyof Apis[Group] & keyof (typeof routes)[Group]
type RemoteOf<Endpoint> = Endpoint extends EndpointSpec ? Remote<Endpoint> : never

/** `endpoints.plans.add`: the endpoint that the contract calls `plansApi.add`. */
export const endpoints: {
  [Group in keyof Apis]: { [Name in Called<Group>]: RemoteOf<Apis[Group][Name]> }
} = routes
