import { under } from './under.ts'

export const clientsRoutes = {
  clients: under('/panel/api/clients', {
    listPaged: 'GET /list/paged',
    get: 'GET /get/:email',
    traffic: 'GET /traffic/:email',
    links: 'GET /links/:email',
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
}
