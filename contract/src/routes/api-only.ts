import { under } from './under.ts'

/** Only scripts and other programs call these, so the web app does not load them. */
export const apiOnlyRoutes = {
  traffic: under('/panel/api/traffic', {
    state: 'GET /state',
    acceptClock: 'POST /acceptClock',
  }),
  hosts: under('/panel/api/hosts', {
    list: 'GET /list',
    get: 'GET /get/:groupId',
    byInbound: 'GET /byInbound/:inboundId',
    tags: 'GET /tags',
    add: 'POST /add',
    update: 'POST /update/:groupId',
    del: 'POST /del/:groupId',
    bulkDel: 'POST /bulk/del',
    setEnable: 'POST /setEnable/:groupId',
    bulkSetEnable: 'POST /bulk/setEnable',
    reorder: 'POST /reorder',
  }),
  coreMetrics: under('/panel/api/server', {
    state: 'GET /xrayMetricsState',
    history: 'GET /xrayMetricsHistory/:metric/:bucket',
    observatory: 'GET /xrayObservatory',
    observatoryHistory: 'GET /xrayObservatoryHistory/:tag/:bucket',
  }),
  metrics: under('/panel/api', {
    metrics: 'GET /metrics bare',
  }),
  notYet: {
    ...under('/panel/api/server', {
      panelUpdateInfo: 'GET /getPanelUpdateInfo',
      updateStatus: 'GET /getUpdateStatus',
      updatePanel: 'POST /updatePanel',
      setUpdateChannel: 'POST /setUpdateChannel',
      fail2banStatus: 'GET /fail2banStatus',
      descendants: 'GET /descendants',
      clientIps: 'GET /clientIps',
      setClientIps: 'POST /clientIps',
    }),
    ...under('/panel/api', {
      backupToBot: 'POST /backuptotgbot',
      testBot: 'POST /setting/testTgBot',
      testMail: 'POST /setting/testSmtp',
    }),
  },
  noNodes: under('/panel/api/nodes', {
    list: 'GET /list',
    get: 'GET /get/:id',
    add: 'POST /add',
    update: 'POST /update/:id',
    del: 'POST /del/:id',
    setEnable: 'POST /setEnable/:id',
    test: 'POST /test',
    probe: 'POST /probe/:id',
    history: 'GET /history/:id/:metric/:bucket',
    webCert: 'GET /webCert/:id',
    certFingerprint: 'POST /certFingerprint',
    inbounds: 'POST /inbounds',
    updatePanel: 'POST /updatePanel',
    authority: 'POST /mtls/ca',
    trustAuthority: 'POST /mtls/trustCA',
    reloadClient: 'POST /mtls/reloadClient',
  }),
}
