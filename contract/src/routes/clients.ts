import { under } from './under.ts'

export const clientsRoutes = {
  clients: under('/panel/api/clients', {
    listPaged: 'GET /list/paged',
    get: 'GET /get/:email',
    traffic: 'GET /traffic/:email',
    links: 'GET /links/:email',
    wireguard: 'GET /wireguard/:email',
    add: 'POST /add',
    update: 'POST /update/:email',
    save: 'POST /:email/save',
    ips: 'POST+GET /ips/:email',
    clearIps: 'POST /clearIps/:email',
    onlines: 'POST+GET /onlines',
    onlinesByNode: 'POST+GET /onlinesByNode',
  }),
  clientsBulk: under('/panel/api/clients', {
    create: 'POST /bulkCreate',
    del: 'POST /bulkDel',
    attach: 'POST /bulkAttach',
    detach: 'POST /bulkDetach',
    adjust: 'POST /bulkAdjust',
    renew: 'POST /bulkRenew',
    preview: 'POST /bulkPreview',
    resetTraffic: 'POST /bulkResetTraffic',
    enable: 'POST /bulkEnable',
    disable: 'POST /bulkDisable',
  }),
  clientGroups: under('/panel/api/clients', {
    list: 'GET /groups',
    bulkAdd: 'POST /groups/bulkAdd',
    bulkRemove: 'POST /groups/bulkRemove',
    create: 'POST /groups/create',
    update: 'POST /groups/update',
    rename: 'POST /groups/rename',
    del: 'POST /groups/delete',
    resetTraffic: 'POST /groups/resetTraffic',
  }),
  connections: under('/panel/api/clients', {
    list: 'GET /sessions/:email',
  }),
  plans: under('/panel/api/plans', {
    list: 'GET /list',
    add: 'POST /add',
    update: 'POST /update/:id',
    del: 'POST /del/:id',
  }),
  history: under('/panel/api/history', {
    traffic: 'GET /:kind/:name',
  }),
  policies: {
    ...under('/panel/api/plans', {
      previewPlan: 'POST /preview/:id',
      applyPlan: 'POST /apply/:id',
      planMembers: 'GET /members',
    }),
    ...under('/panel/api/clients', {
      refusals: 'GET /refusals/:email',
    }),
  },
  follow: {
    ...under('/panel/api/plans', {
      previewPlan: 'POST /inbounds/preview/:id',
      savePlan: 'POST /inbounds/save/:id long',
    }),
    ...under('/panel/api/clients', {
      previewGroup: 'POST /groups/inbounds/preview',
      saveGroup: 'POST /groups/inbounds/save long',
      ofClient: 'GET /origins/:email',
    }),
  },
  clientDetails: under('/panel/api/clients', {
    figures: 'POST /figures',
    terms: 'GET /terms/:email',
    kick: 'POST /kick/:email',
  }),
  devices: under('/panel/api/clients', {
    list: 'POST+GET /hwids/:email',
    forget: 'DELETE /hwids/:email/:id',
    forgetAll: 'DELETE /hwids/:email',
    revoke: 'POST /hwids/:email/:id/revoke',
    block: 'POST /hwids/:email/:id/block',
    unblock: 'POST /hwids/:email/:id/unblock',
  }),
  usage: {
    ...under('/panel/api/usage', {
      list: 'GET /list',
      export: 'GET /export',
      summary: 'GET /summary',
      ofClient: 'GET /client/:email',
    }),
    // Below the path of inbounds, so that what changes those refreshes these.
    ...under('/panel/api/inbounds', {
      online: 'GET /onlineCounts',
      inbounds: 'GET /list/bare',
    }),
  },
  quotas: under('/panel/api/clients/quotas', {
    ofClient: 'GET /:email',
    reset: 'POST /reset/:email',
  }),
  caps: under('/panel/api/caps', {
    list: 'GET /list',
    costs: 'GET /costs',
    clientCosts: 'GET /clientCosts',
    get: 'GET /:kind/:id',
    save: 'POST /:kind/:id',
    preview: 'POST /:kind/:id/preview',
  }),
  undo: under('/panel/api/undo', {
    undo: 'POST /:id',
  }),
}
