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
      restart: 'POST /restartXrayService long',
      versions: 'GET /getXrayVersion',
      release: 'GET /xrayRelease/:version',
      install: 'POST /installXray/:version long',
      preflight: 'POST /preflight/:version long',
      file: 'POST /coreFile',
      mirror: 'POST /coreMirror long',
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
      testMany: 'POST /testOutbounds long',
      balancerStatus: 'POST /balancerStatus',
      balancerOverride: 'POST /balancerOverride',
      routeTest: 'POST /routeTest',
      listSubs: 'GET /outbound-subs',
      addSub: 'POST /outbound-subs',
      updateSub: 'POST /outbound-subs/:id',
      delSub: 'POST /outbound-subs/:id/del',
      refreshSub: 'POST /outbound-subs/:id/refresh long',
      warp: 'POST /warp/:action',
      nord: 'POST /nord/:action',
    },
    '/panel/api/xray',
  ),
  geo: {
    ...under('/panel/api/server', {
      updateAll: 'POST /updateGeofile long',
    }),
    ...under('/panel/api/custom-geo', {
      list: 'GET /list',
      add: 'POST /add',
      change: 'POST /update/:id',
      remove: 'POST /delete/:id bare',
      download: 'POST /download/:id bare long',
      downloadAll: 'POST /update-all bare long',
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
