import { coreUsersWork } from '#contract/work-names.ts'
import type { PlainKey } from '../../i18n/translation.tsx'

/** The purpose of each job; a job without a label is shown by its name. */
const jobs: Readonly<Record<string, PlainKey>> = {
  traffic: 'job.traffic',
  presence: 'job.presence',
  'watch-sessions': 'job.watchSessions',
  'core-verify': 'job.coreVerify',
  'core-heartbeat': 'job.corePulse',
  'panel-doors': 'job.panelDoors',
  'core-metrics': 'job.coreMetrics',
  'history-fold': 'job.historyFold',
  'history-keep': 'job.historyKeep',
  'geo-missing': 'job.geoMissing',
  'geo-update': 'job.geoUpdate',
  'outbound-subscriptions': 'job.outboundSubscriptions',
  'subscription-fetches': 'job.subscriptionFetches',
  'device-sightings': 'job.deviceSightings',
  'sessions-prune': 'job.sessionsPrune',
  'audit-prune': 'job.auditPrune',
  'undo-prune': 'job.undoPrune',
  'tombstone-prune': 'job.tombstonePrune',
  'client-apps-prune': 'job.clientAppsPrune',
  nodes: 'job.nodes',
  'nodes-away': 'job.nodesAway',
  fleet: 'job.fleet',
  'nodes-below': 'job.nodesBelow',
  'node-standing': 'job.nodeStanding',
  'old-identity-prune': 'job.oldIdentityPrune',
  instances: 'job.instance',
  'change-log-prune': 'job.changeLogPrune',
  telegram: 'job.telegram',
  'telegram-menus': 'job.telegramMenus',
  backup: 'job.backup',
  notices: 'job.notices',
  'notices-prune': 'job.noticesPrune',
  'expiring-clients': 'job.expiringClients',
  'expiring-certificates': 'job.expiringCertificates',
  directory: 'job.directory',
  'update-check': 'job.updateCheck',
  'update-outcome': 'job.updateOutcome',
  certificates: 'job.certificates',
  'certificate-files': 'job.certificateFiles',
}
export const jobWords = (name: string): PlainKey | undefined =>
  Object.hasOwn(jobs, name) ? jobs[name] : undefined

/** Long work by the endpoint that started it; the first match counts. */
const works: readonly (readonly [begins: string, words: PlainKey])[] = [
  [coreUsersWork, 'work.coreUsers'],
  ['/panel/api/server/installXray', 'work.install'],
  ['/panel/api/server/preflight', 'work.preflight'],
  ['/panel/api/server/restartXrayService', 'work.coreRestart'],
  ['/panel/api/server/updateGeofile', 'work.geo'],
  ['/panel/api/custom-geo', 'work.geo'],
  ['/panel/api/server/scanReality', 'work.scan'],
  ['/panel/api/clients', 'work.clients'],
  ['/panel/api/inbounds', 'work.inbounds'],
  ['/panel/xray', 'work.network'],
  ['/panel/setting', 'work.settings'],
  ['/panel/api/certificates', 'work.certificates'],
  ['/panel/api/backups', 'work.backup'],
  ['/panel/api/server/importDB', 'work.backup'],
]
export const workWords = (path: string): PlainKey | undefined =>
  works.find(([begins]) => path.startsWith(begins))?.[1]
