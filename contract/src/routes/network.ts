import { under } from './under.ts'

export const networkRoutes = {
  inbounds: under('/panel/api/inbounds', {
    listSlim: 'GET /list/slim',
    options: 'GET /options',
    get: 'GET /get/:id',
    add: 'POST /add',
    addMany: 'POST /addMany',
    update: 'POST /update/:id',
    review: 'POST /review/:id',
    del: 'POST /del/:id',
    setEnable: 'POST /setEnable/:id',
    resetTraffic: 'POST /:id/resetTraffic',
    allFallbacks: 'GET /fallbacks',
    fallbacks: 'GET /:id/fallbacks',
    setFallbacks: 'POST /:id/fallbacks',
  }),
  core: {
    ...under('/panel/api/server', {
      stop: 'POST /stopXrayService',
      restart: 'POST /restartXrayService',
      versions: 'GET /getXrayVersion',
      release: 'GET /xrayRelease/:version',
      install: 'POST /installXray/:version',
      preflight: 'POST /preflight/:version',
      file: 'POST /coreFile',
      mirror: 'POST /coreMirror',
      config: 'GET /getConfigJson',
      x25519: 'GET /getNewX25519Cert',
      mldsa65: 'GET /getNewmldsa65',
      vlessEncryption: 'GET /getNewVlessEnc',
      ech: 'POST /getNewEchCert',
      panelLogs: 'POST /logs/:count',
      accessLogs: 'POST /xraylogs/:count',
    }),
    ...under('/panel/api/core', {
      configVersions: 'GET /versions',
      configDiff: 'GET /diff',
      preview: 'POST /preview',
      rollback: 'POST /rollback/:id',
    }),
  },
  xray: {
    ...under(
      '/panel/xray',
      {
        read: 'POST /',
      },
      '/panel/api/xray',
    ),
    ...under('/panel/api', {
      readByGet: 'GET /xray/',
    }),
    ...under(
      '/panel/xray',
      {
        update: 'POST /update',
        getDefaultJsonConfig: 'GET /getDefaultJsonConfig',
        result: 'GET /getXrayResult',
      },
      '/panel/api/xray',
    ),
  },
  outbounds: under(
    '/panel/xray',
    {
      traffic: 'GET /getOutboundsTraffic',
      resetTraffic: 'POST /resetOutboundsTraffic',
      testMany: 'POST /testOutbounds',
      balancerStatus: 'POST /balancerStatus',
      balancerOverride: 'POST /balancerOverride',
      routeTest: 'POST /routeTest',
      listSubs: 'GET /outbound-subs',
      addSub: 'POST /outbound-subs',
      updateSub: 'POST /outbound-subs/:id',
      delSub: 'POST /outbound-subs/:id/del',
      refreshSub: 'POST /outbound-subs/:id/refresh',
      warp: 'POST /warp/:action',
      nord: 'POST /nord/:action',
    },
    '/panel/api/xray',
  ),
  geo: {
    ...under('/panel/api/server', {
      updateAll: 'POST /updateGeofile',
    }),
    ...under('/panel/api/custom-geo', {
      list: 'GET /list',
      add: 'POST /add',
      change: 'POST /update/:id',
      remove: 'POST /delete/:id bare',
      download: 'POST /download/:id bare',
      downloadAll: 'POST /update-all bare',
    }),
    ...under(
      '/panel/xray/geodata',
      {
        files: 'GET /files',
        validate: 'POST /validate',
      },
      '/panel/api/xray/geodata',
    ),
  },
  tlsTools: under('/panel/api/server', {
    webCertFiles: 'GET /getWebCertFiles',
    certificates: 'GET /certificates',
    scanRealityTarget: 'POST /scanRealityTarget',
    scanRealityTargets: 'POST /scanRealityTargets',
  }),
}
