import { auditRoutes } from '../audit/routes.ts'
import { authRoutes } from '../auth/routes.ts'
import { backupRoutes } from '../backup/routes.ts'
import { capsRoutes } from '../caps/routes.ts'
import { certificateRoutes } from '../certificates/routes.ts'
import { tlsToolsRoutes } from '../certificates/tools/routes.ts'
import { clientRoutes } from '../clients/routes.ts'
import { sessionRoutes } from '../connections/routes.ts'
import { coreRoutes } from '../core/routes.ts'
import { deviceRoutes } from '../devices/routes.ts'
import { directoryRoutes } from '../directory/routes.ts'
import { doctorRoutes } from '../doctor/routes.ts'
import { entryRoutes } from '../entries/routes.ts'
import { eventRoutes } from '../events/routes.ts'
import { nodeRoutes } from '../fleet/registry/routes.ts'
import { selfRoutes } from '../fleet/self/routes.ts'
import { geoRoutes } from '../geo/routes.ts'
import { healthRoutes } from '../health/routes.ts'
import { hostRoutes } from '../hosts/routes.ts'
import { inboundRoutes } from '../inbounds/routes.ts'
import { coreMetricsRoutes } from '../metrics/core/routes.ts'
import { metricsRoutes } from '../metrics/routes.ts'
import { moveInRoutes } from '../move-in/routes.ts'
import { noticeRoutes } from '../notices/routes.ts'
import { outboundRoutes } from '../outbounds/routes.ts'
import { planRoutes } from '../plans/routes.ts'
import type { Mount } from '../platform/http/mount.ts'
import { docsRoutes } from '../platform/http/openapi.ts'
import type { Http } from '../platform/http/server.ts'
import { panelLogFile } from '../platform/log-file.ts'
import { version } from '../platform/version.ts'
import { notYetRoutes, refusalRoutes } from '../presence/routes.ts'
import { probeRoutes } from '../probes/routes.ts'
import { rotationRoutes } from '../rotation/routes.ts'
import { type ListenPlans, subAt } from '../settings/listen-plans.ts'
import { settingsRoutes } from '../settings/routes.ts'
import { setupRoutes } from '../setup/routes.ts'
import { jobRoutes, statusRoutes } from '../status/routes.ts'
import { subscriptionRoutes } from '../subscriptions/routes.ts'
import { telegramRoutes } from '../telegram/routes.ts'
import { historyRoutes } from '../traffic/history/routes.ts'
import { trafficRoutes } from '../traffic/routes.ts'
import { undoRoutes } from '../undo/routes.ts'
import { updateRoutes } from '../updates/routes.ts'
import type { Rooms } from './rooms.ts'
import { pageRoutes } from './web-app/routes.ts'

export async function mountRooms(http: Http, rooms: Rooms, plan: ListenPlans) {
  const { now, demo, config, settings, tokens, clientRoom, online } = rooms
  const { basePath } = plan
  const sub = subAt(plan.sub)
  const mount: Mount = (endpoint, handler) =>
    http.mount(endpoint, rooms.works.watched(endpoint, demo?.guarded(endpoint, handler) ?? handler))
  authRoutes(mount, { ...rooms, basePath })
  settingsRoutes(mount, { ...rooms, sub, login: rooms.auth.checks })
  subscriptionRoutes(mount, { settings, subscriptions: rooms.subscriptions, clients: clientRoom, sub })
  statusRoutes(mount, rooms.status)
  auditRoutes(mount, rooms.bulkReads)
  backupRoutes(mount, rooms.backup, rooms.commit)
  moveInRoutes(mount, rooms.moveIn)
  hostRoutes(mount, rooms.hosts)
  planRoutes(mount, rooms.plans, rooms.fleet.notInForce)
  setupRoutes(mount, rooms.setup, rooms.auth)
  clientRoutes(mount, {
    ...clientRoom,
    bulkReads: rooms.bulkReads,
    now,
    online,
    onlineHere: rooms.onlineHere,
    onlineOnNodes: rooms.fleet.online,
    addressesByPanel: rooms.fleet.addressesByPanel,
    panelGuid: () => settings.current().panelGuid,
    notInForce: rooms.fleet.notInForce,
    links: rooms.subscriptions.links,
  })
  deviceRoutes(mount, rooms.devices.service)
  undoRoutes(mount, rooms.undo)
  refusalRoutes(mount, rooms.refusals)
  inboundRoutes(mount, {
    ...rooms,
    notOpen: rooms.core.notOpen,
    allLinks: rooms.subscriptions.links.all,
    notInForce: rooms.fleet.notInForce.ofInbounds,
    spent: clientRoom.spent,
    deleteClients: (pick, by) =>
      clientRoom.bulk.delWhere(
        'inbound.delAllClients',
        async (tx) => clientRoom.assign.emailsOn(tx, await pick(tx)),
        by,
      ),
  })
  coreRoutes(mount, {
    ...rooms,
    restoreInbounds: rooms.inbounds.restore,
    onlineHere: rooms.onlineHere.emails,
  })
  coreMetricsRoutes(mount, rooms.coreMetrics)
  geoRoutes(mount, rooms.geo)
  tlsToolsRoutes(mount, { ...rooms, scan: rooms.realityScan })
  historyRoutes(mount, { ...rooms, online: rooms.onlineByInbound.recent })
  healthRoutes(mount, rooms.health)
  doctorRoutes(mount, rooms.doctor, panelLogFile(config.logFolder))
  entryRoutes(mount, rooms)
  probeRoutes(mount, rooms.probes, basePath)
  rotationRoutes(mount, rooms.rotation)
  capsRoutes(mount, rooms.caps)
  metricsRoutes(mount, rooms.metrics)
  trafficRoutes(mount, rooms)
  jobRoutes(mount, rooms)
  nodeRoutes(mount, rooms.fleet)
  selfRoutes(mount, rooms.self, tokens)
  telegramRoutes(mount, rooms.telegram)
  noticeRoutes(mount, rooms.notices)
  directoryRoutes(mount, rooms.directory)
  certificateRoutes(mount, rooms.acme)
  updateRoutes(mount, rooms.updates)
  notYetRoutes(mount)
  outboundRoutes(mount, rooms.outbounds, rooms.tunnels)
  sessionRoutes(mount, {
    commit: rooms.commit,
    list: rooms.live.list,
    disconnect: rooms.live.disconnect,
    known: clientRoom.reads.get,
    disconnectOnNodes: rooms.fleet.disconnect,
  })
  docsRoutes(http, version, basePath)
  eventRoutes(http, rooms.hub)
  pageRoutes(http.raw, { webRoot: config.webRoot, basePath, version, isDemo: demo !== undefined })
}
