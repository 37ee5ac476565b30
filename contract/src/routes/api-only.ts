import { under } from './under.ts'

/** Only scripts and other programs call these, so the web app does not load them. */
export const apiOnlyRoutes = {
  session: under('/panel/setting', {
    refused: 'GET /refusedLogins',
  }),
  traffic: under('/panel/api/traffic', {
    state: 'GET /state',
  }),
  health: under('/panel/api/server', {
    doctor: 'GET /doctor',
  }),
  // Signed by the probe itself: there is no session and no token.
  probes: under('/probe', {
    join: 'POST /join',
    work: 'POST /work',
    results: 'POST /results',
  }),
  setting: under(
    '/panel/setting',
    {
      factoryDefaults: 'POST+GET /factoryDefaults',
      getDefaultJsonConfig: 'GET /getDefaultJsonConfig',
      validateRegex: 'POST /validateRegex',
    },
    '/panel/api/setting',
  ),
  core: under('/panel/api/server', {
    uuid: 'GET /getNewUUID',
    mlkem768: 'GET /getNewmlkem768',
  }),
  tlsTools: under('/panel/api/server', {
    certificates: 'GET /certificates',
    certHash: 'POST /getCertHash',
    remoteCertHash: 'POST /getRemoteCertHash',
  }),
  clients: under('/panel/api/clients', {
    list: 'GET /list',
    getByTgId: 'GET /get/tgId/:tgId',
    subLinks: 'GET /subLinks/:subId',
    attach: 'POST /:email/attach',
    detach: 'POST /:email/detach',
    del: 'POST /del/:email',
    resetTraffic: 'POST /resetTraffic/:email',
    resetAllTraffics: 'POST /resetAllTraffics',
    delDepleted: 'POST /delDepleted',
    delOrphans: 'POST /delOrphans',
    lastOnline: 'POST+GET /lastOnline',
    onlinesByGuid: 'POST+GET /onlinesByGuid',
    activeInbounds: 'POST+GET /activeInbounds',
    clientIpsByGuid: 'POST+GET /clientIpsByGuid',
    externalLinks: 'POST /:email/externalLinks',
    updateTraffic: 'POST /updateTraffic/:email',
  }),
  clientsBulk: under('/panel/api/clients', {
    export: 'GET /export',
    import: 'POST /import',
  }),
  clientGroups: under('/panel/api/clients', {
    emails: 'GET /groups/:name/emails',
  }),
  inbounds: under('/panel/api/inbounds', {
    list: 'GET /list',
    allLinks: 'GET /allLinks',
    import: 'POST /import',
    bulkDel: 'POST /bulkDel',
    resetAllTraffics: 'POST /resetAllTraffics',
    delAllClients: 'POST /:id/delAllClients',
    subSortIndex: 'POST /:id/subSortIndex',
    pushClientTraffics: 'POST /pushClientTraffics',
  }),
  outbounds: under(
    '/panel/xray',
    {
      test: 'POST /testOutbound',
      parseSub: 'POST /outbound-subs/parse',
      deleteSub: 'DELETE /outbound-subs/:id',
      moveSub: 'POST /outbound-subs/:id/move',
      pia: 'POST /pia/:action',
    },
    '/panel/api/xray',
  ),
  geo: {
    ...under('/panel/api/server', {
      update: 'POST /updateGeofile/:fileName long',
    }),
    ...under('/panel/api/custom-geo', {
      aliases: 'GET /aliases',
    }),
    ...under(
      '/panel/xray/geodata',
      {
        categories: 'GET /categories',
        entries: 'GET /entries',
      },
      '/panel/api/xray/geodata',
    ),
  },
  hosts: under('/panel/api/hosts', {
    get: 'GET /get/:groupId',
    byInbound: 'GET /byInbound/:inboundId',
    tags: 'GET /tags',
    bulkDel: 'POST /bulk/del',
    bulkSetEnable: 'POST /bulk/setEnable',
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
  notYet: under('/panel/api/server', {
    fail2banStatus: 'GET /fail2banStatus',
  }),
  updates: under('/panel/api/server', {
    info: 'GET /getPanelUpdateInfo',
    status: 'GET /getUpdateStatus',
  }),
  telegram: under('/panel/api', {
    backup: 'POST /backuptotgbot bare',
  }),
  below: under('/panel/api/server', {
    descendants: 'GET /descendants',
    clientIps: 'GET /clientIps',
    setClientIps: 'POST /clientIps',
  }),
  fleet: under('/panel/api/fleet', {
    apply: 'POST /apply',
    look: 'POST /look',
    report: 'GET /report',
    checks: 'POST /checks',
    eye: 'POST /eye',
    leave: 'POST /leave',
  }),
  nodes: under('/panel/api/nodes', {
    needs: 'GET /needs',
    get: 'GET /get/:id',
    history: 'GET /history/:id/:metric/:bucket',
    inbounds: 'POST /inbounds',
    webCert: 'GET /webCert/:id',
    authority: 'POST /mtls/ca',
    trustAuthority: 'POST /mtls/trustCA',
    reloadClient: 'POST /mtls/reloadClient',
  }),
}
