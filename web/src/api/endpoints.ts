import type { auditApi } from '#contract/audit-api.ts'
import type { backupApi } from '#contract/backup-api.ts'
import type { clientsApi } from '#contract/clients-api.ts'
import type { clientGroupsApi, clientsBulkApi } from '#contract/clients-bulk-api.ts'
import type { coreApi, sessionsApi } from '#contract/core-api.ts'
import type { docsApi } from '#contract/docs-api.ts'
import type { geoApi } from '#contract/geo-api.ts'
import type { historyApi } from '#contract/history-api.ts'
import type { inboundsApi } from '#contract/inbounds-api.ts'
import type { jobsApi } from '#contract/jobs-api.ts'
import type { moveInApi } from '#contract/move-in-api.ts'
import type { outboundsApi } from '#contract/outbounds-api.ts'
import type { plansApi } from '#contract/plans-api.ts'
import type { sessionApi } from '#contract/session-api.ts'
import type { settingApi } from '#contract/settings-api.ts'
import type { setupApi } from '#contract/setup-api.ts'
import type { statusApi } from '#contract/status.ts'
import type { tlsToolsApi } from '#contract/tls-tools-api.ts'
import type { xrayApi } from '#contract/xray-api.ts'
import { remote } from './remote.ts'

const backups = '/panel/api/backups'
const clients = '/panel/api/clients'
const inbounds = '/panel/api/inbounds'
const server = '/panel/api/server'
const moveIn = '/panel/api/move-in'
const xray = '/panel/xray'

export const endpoints = {
  login: remote<typeof sessionApi.login>({ method: 'POST', path: '/login' }),
  logout: remote<typeof sessionApi.logout>({ method: 'POST', path: '/logout', bare: true }),
  csrfToken: remote<typeof sessionApi.csrfToken>({ method: 'GET', path: '/csrf-token', bare: true }),
  panelCsrfToken: remote<typeof sessionApi.panelCsrfToken>({ method: 'GET', path: '/panel/csrf-token' }),
  twoFactorEnabled: remote<typeof sessionApi.getTwoFactorEnable>({
    method: 'POST',
    path: '/getTwoFactorEnable',
  }),
  status: remote<typeof statusApi.status>({ method: 'GET', path: '/panel/api/server/status' }),
  history: remote<typeof statusApi.history>({
    method: 'GET',
    path: '/panel/api/server/history/:metric/:bucket',
  }),
  defaultSettings: remote<typeof settingApi.defaultSettings>({
    method: 'POST',
    path: '/panel/setting/defaultSettings',
  }),
  settingsUpdate: remote<typeof settingApi.update>({ method: 'POST', path: '/panel/setting/update' }),
  settings: remote<typeof settingApi.all>({ method: 'POST', path: '/panel/setting/all' }),
  settingSecret: remote<typeof settingApi.secret>({ method: 'POST', path: '/panel/setting/secret' }),
  updateUser: remote<typeof settingApi.updateUser>({ method: 'POST', path: '/panel/setting/updateUser' }),
  restartPanel: remote<typeof settingApi.restartPanel>({
    method: 'POST',
    path: '/panel/setting/restartPanel',
  }),
  subPreview: remote<typeof settingApi.subPreview>({ method: 'POST', path: '/panel/setting/subPreview' }),
  refusedLogins: remote<typeof sessionApi.refused>({ method: 'GET', path: '/panel/setting/refusedLogins' }),
  sessions: remote<typeof sessionApi.list>({ method: 'GET', path: '/panel/setting/sessions' }),
  sessionEnd: remote<typeof sessionApi.end>({ method: 'POST', path: '/panel/setting/sessions/end/:id' }),
  sessionsEndOthers: remote<typeof sessionApi.endOthers>({
    method: 'POST',
    path: '/panel/setting/sessions/endOthers',
  }),
  apiTokens: remote<typeof settingApi.apiTokens>({ method: 'GET', path: '/panel/setting/apiTokens' }),
  apiTokenCreate: remote<typeof settingApi.createApiToken>({
    method: 'POST',
    path: '/panel/setting/apiTokens/create',
  }),
  apiTokenDelete: remote<typeof settingApi.deleteApiToken>({
    method: 'POST',
    path: '/panel/setting/apiTokens/delete/:id',
  }),
  apiTokenEnable: remote<typeof settingApi.enableApiToken>({
    method: 'POST',
    path: '/panel/setting/apiTokens/setEnabled/:id',
  }),
  panelLogs: remote<typeof coreApi.panelLogs>({ method: 'POST', path: '/panel/api/server/logs/:count' }),
  accessLogs: remote<typeof coreApi.accessLogs>({
    method: 'POST',
    path: '/panel/api/server/xraylogs/:count',
  }),
  setupState: remote<typeof setupApi.state>({ method: 'GET', path: '/panel/api/setup/state' }),
  setupSecure: remote<typeof setupApi.secure>({ method: 'POST', path: '/panel/api/setup/secure' }),
  setupTarget: remote<typeof setupApi.target>({ method: 'POST', path: '/panel/api/setup/target' }),
  setupDone: remote<typeof setupApi.done>({ method: 'POST', path: '/panel/api/setup/done' }),
  trafficHistory: remote<typeof historyApi.traffic>({
    method: 'GET',
    path: '/panel/api/history/:kind/:name',
  }),
  coreReleases: remote<typeof coreApi.versions>({ method: 'GET', path: `${server}/getXrayVersion` }),
  coreReleaseOf: remote<typeof coreApi.release>({ method: 'GET', path: `${server}/xrayRelease/:version` }),
  coreInstall: remote<typeof coreApi.install>({ method: 'POST', path: `${server}/installXray/:version` }),
  coreStop: remote<typeof coreApi.stop>({ method: 'POST', path: '/panel/api/server/stopXrayService' }),
  coreRestart: remote<typeof coreApi.restart>({
    method: 'POST',
    path: '/panel/api/server/restartXrayService',
  }),
  realityKeys: remote<typeof coreApi.x25519>({ method: 'GET', path: '/panel/api/server/getNewX25519Cert' }),
  inboundAdd: remote<typeof inboundsApi.add>({ method: 'POST', path: '/panel/api/inbounds/add' }),
  inbounds: remote<typeof inboundsApi.listSlim>({ method: 'GET', path: `${inbounds}/list/slim` }),
  inbound: remote<typeof inboundsApi.get>({ method: 'GET', path: `${inbounds}/get/:id` }),
  inboundUpdate: remote<typeof inboundsApi.update>({ method: 'POST', path: `${inbounds}/update/:id` }),
  inboundImport: remote<typeof inboundsApi.import>({ method: 'POST', path: `${inbounds}/import` }),
  inboundDelete: remote<typeof inboundsApi.del>({ method: 'POST', path: `${inbounds}/del/:id` }),
  inboundEnable: remote<typeof inboundsApi.setEnable>({ method: 'POST', path: `${inbounds}/setEnable/:id` }),
  inboundReset: remote<typeof inboundsApi.resetTraffic>({
    method: 'POST',
    path: `${inbounds}/:id/resetTraffic`,
  }),
  allFallbacks: remote<typeof inboundsApi.allFallbacks>({ method: 'GET', path: `${inbounds}/fallbacks` }),
  fallbacks: remote<typeof inboundsApi.fallbacks>({ method: 'GET', path: `${inbounds}/:id/fallbacks` }),
  fallbacksSet: remote<typeof inboundsApi.setFallbacks>({
    method: 'POST',
    path: `${inbounds}/:id/fallbacks`,
  }),
  vlessEncryption: remote<typeof coreApi.vlessEncryption>({
    method: 'GET',
    path: `${server}/getNewVlessEnc`,
  }),
  mldsaKeys: remote<typeof coreApi.mldsa65>({ method: 'GET', path: `${server}/getNewmldsa65` }),
  echKeys: remote<typeof coreApi.ech>({ method: 'POST', path: `${server}/getNewEchCert` }),
  certificates: remote<typeof tlsToolsApi.certificates>({ method: 'GET', path: `${server}/certificates` }),
  panelCertificate: remote<typeof tlsToolsApi.webCertFiles>({
    method: 'GET',
    path: `${server}/getWebCertFiles`,
  }),
  realityScan: remote<typeof tlsToolsApi.scanRealityTarget>({
    method: 'POST',
    path: `${server}/scanRealityTarget`,
  }),
  realityScans: remote<typeof tlsToolsApi.scanRealityTargets>({
    method: 'POST',
    path: `${server}/scanRealityTargets`,
  }),
  auditActors: remote<typeof auditApi.actors>({ method: 'GET', path: '/panel/api/audit/actors' }),
  auditExport: remote<typeof auditApi.export>({ method: 'GET', path: '/panel/api/audit/export' }),
  getDb: remote<typeof backupApi.getDb>({ method: 'GET', path: '/panel/api/server/getDb' }),
  backups: remote<typeof backupApi.list>({ method: 'GET', path: `${backups}/list` }),
  backupCreate: remote<typeof backupApi.create>({ method: 'POST', path: `${backups}/create` }),
  backupDownload: remote<typeof backupApi.download>({ method: 'GET', path: `${backups}/download/:backup` }),
  backupDelete: remote<typeof backupApi.del>({ method: 'POST', path: `${backups}/del/:backup` }),
  backupUpload: remote<typeof backupApi.upload>({ method: 'POST', path: `${backups}/upload` }),
  backupCompare: remote<typeof backupApi.compare>({ method: 'POST', path: `${backups}/compare/:backup` }),
  backupRestore: remote<typeof backupApi.restore>({ method: 'POST', path: `${backups}/restore/:backup` }),
  backupUndo: remote<typeof backupApi.undo>({ method: 'POST', path: `${backups}/undo` }),
  backupTestTarget: remote<typeof backupApi.testTarget>({ method: 'POST', path: `${backups}/testTarget` }),
  moveInUpload: remote<typeof moveInApi.upload>({ method: 'POST', path: `${moveIn}/upload` }),
  moveInPlan: remote<typeof moveInApi.plan>({ method: 'GET', path: `${moveIn}/plan/:id` }),
  moveInApply: remote<typeof moveInApi.apply>({ method: 'POST', path: `${moveIn}/apply/:id` }),
  moveInDrop: remote<typeof moveInApi.drop>({ method: 'POST', path: `${moveIn}/drop/:id` }),
  about: remote<typeof backupApi.about>({ method: 'GET', path: '/panel/api/about' }),
  openApi: remote<typeof docsApi.openApi>({ method: 'GET', path: '/panel/api/openapi.json', bare: true }),
  jobs: remote<typeof jobsApi.list>({ method: 'GET', path: '/panel/api/jobs' }),
  audit: remote<typeof auditApi.list>({ method: 'GET', path: '/panel/api/audit' }),
  inboundOptions: remote<typeof inboundsApi.options>({ method: 'GET', path: '/panel/api/inbounds/options' }),
  clientsPaged: remote<typeof clientsApi.listPaged>({ method: 'GET', path: `${clients}/list/paged` }),
  client: remote<typeof clientsApi.get>({ method: 'GET', path: `${clients}/get/:email` }),
  clientTraffic: remote<typeof clientsApi.traffic>({ method: 'GET', path: `${clients}/traffic/:email` }),
  clientLinks: remote<typeof clientsApi.links>({ method: 'GET', path: `${clients}/links/:email` }),
  clientSubLinks: remote<typeof clientsApi.subLinks>({ method: 'GET', path: `${clients}/subLinks/:subId` }),
  clientAdd: remote<typeof clientsApi.add>({ method: 'POST', path: `${clients}/add` }),
  clientUpdate: remote<typeof clientsApi.update>({ method: 'POST', path: `${clients}/update/:email` }),
  clientDelete: remote<typeof clientsApi.del>({ method: 'POST', path: `${clients}/del/:email` }),
  clientAttach: remote<typeof clientsApi.attach>({ method: 'POST', path: `${clients}/:email/attach` }),
  clientDetach: remote<typeof clientsApi.detach>({ method: 'POST', path: `${clients}/:email/detach` }),
  clientResetTraffic: remote<typeof clientsApi.resetTraffic>({
    method: 'POST',
    path: `${clients}/resetTraffic/:email`,
  }),
  clientSetTraffic: remote<typeof clientsApi.updateTraffic>({
    method: 'POST',
    path: `${clients}/updateTraffic/:email`,
  }),
  clientIps: remote<typeof clientsApi.ips>({ method: 'GET', path: `${clients}/ips/:email` }),
  clientClearIps: remote<typeof clientsApi.clearIps>({ method: 'POST', path: `${clients}/clearIps/:email` }),
  clientSessions: remote<typeof sessionsApi.list>({ method: 'GET', path: `${clients}/sessions/:email` }),
  clientsOnline: remote<typeof clientsApi.onlines>({ method: 'GET', path: `${clients}/onlines` }),
  clientsCreate: remote<typeof clientsBulkApi.create>({ method: 'POST', path: `${clients}/bulkCreate` }),
  clientsDelete: remote<typeof clientsBulkApi.del>({ method: 'POST', path: `${clients}/bulkDel` }),
  clientsExport: remote<typeof clientsBulkApi.export>({ method: 'GET', path: `${clients}/export` }),
  clientsImport: remote<typeof clientsBulkApi.import>({ method: 'POST', path: `${clients}/import` }),
  clientsAttach: remote<typeof clientsBulkApi.attach>({ method: 'POST', path: `${clients}/bulkAttach` }),
  clientsDetach: remote<typeof clientsBulkApi.detach>({ method: 'POST', path: `${clients}/bulkDetach` }),
  clientsAdjust: remote<typeof clientsBulkApi.adjust>({ method: 'POST', path: `${clients}/bulkAdjust` }),
  clientsReset: remote<typeof clientsBulkApi.resetTraffic>({
    method: 'POST',
    path: `${clients}/bulkResetTraffic`,
  }),
  clientsEnable: remote<typeof clientsBulkApi.enable>({ method: 'POST', path: `${clients}/bulkEnable` }),
  clientsDisable: remote<typeof clientsBulkApi.disable>({ method: 'POST', path: `${clients}/bulkDisable` }),
  plans: remote<typeof plansApi.list>({ method: 'GET', path: '/panel/api/plans/list' }),
  planAdd: remote<typeof plansApi.add>({ method: 'POST', path: '/panel/api/plans/add' }),
  planDelete: remote<typeof plansApi.del>({ method: 'POST', path: '/panel/api/plans/del/:id' }),
  groups: remote<typeof clientGroupsApi.list>({ method: 'GET', path: `${clients}/groups` }),
  groupAdd: remote<typeof clientGroupsApi.bulkAdd>({ method: 'POST', path: `${clients}/groups/bulkAdd` }),
  groupRemove: remote<typeof clientGroupsApi.bulkRemove>({
    method: 'POST',
    path: `${clients}/groups/bulkRemove`,
  }),
  template: remote<typeof xrayApi.read>({ method: 'POST', path: '/panel/xray/' }),
  templateUpdate: remote<typeof xrayApi.update>({ method: 'POST', path: '/panel/xray/update' }),
  routeTest: remote<typeof outboundsApi.routeTest>({ method: 'POST', path: '/panel/xray/routeTest' }),
  coreConfig: remote<typeof coreApi.config>({ method: 'GET', path: `${server}/getConfigJson` }),
  corePreview: remote<typeof coreApi.preview>({ method: 'POST', path: '/panel/api/core/preview' }),
  geoFiles: remote<typeof geoApi.files>({ method: 'GET', path: '/panel/xray/geodata/files' }),
  geoUpdate: remote<typeof geoApi.updateAll>({ method: 'POST', path: `${server}/updateGeofile` }),
  configVersions: remote<typeof coreApi.configVersions>({ method: 'GET', path: '/panel/api/core/versions' }),
  configDiff: remote<typeof coreApi.configDiff>({ method: 'GET', path: '/panel/api/core/diff' }),
  configRollback: remote<typeof coreApi.rollback>({ method: 'POST', path: '/panel/api/core/rollback/:id' }),
  outboundTraffic: remote<typeof outboundsApi.traffic>({
    method: 'GET',
    path: `${xray}/getOutboundsTraffic`,
  }),
  outboundTrafficReset: remote<typeof outboundsApi.resetTraffic>({
    method: 'POST',
    path: `${xray}/resetOutboundsTraffic`,
  }),
  outboundsTest: remote<typeof outboundsApi.testMany>({ method: 'POST', path: `${xray}/testOutbounds` }),
  balancerStatus: remote<typeof outboundsApi.balancerStatus>({
    method: 'POST',
    path: `${xray}/balancerStatus`,
  }),
  balancerOverride: remote<typeof outboundsApi.balancerOverride>({
    method: 'POST',
    path: `${xray}/balancerOverride`,
  }),
  outboundSubs: remote<typeof outboundsApi.listSubs>({ method: 'GET', path: `${xray}/outbound-subs` }),
  outboundSubAdd: remote<typeof outboundsApi.addSub>({ method: 'POST', path: `${xray}/outbound-subs` }),
  outboundSubUpdate: remote<typeof outboundsApi.updateSub>({
    method: 'POST',
    path: `${xray}/outbound-subs/:id`,
  }),
  outboundSubDelete: remote<typeof outboundsApi.delSub>({
    method: 'POST',
    path: `${xray}/outbound-subs/:id/del`,
  }),
  outboundSubRefresh: remote<typeof outboundsApi.refreshSub>({
    method: 'POST',
    path: `${xray}/outbound-subs/:id/refresh`,
  }),
}
