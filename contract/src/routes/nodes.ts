import { under } from './under.ts'

/** Separate from the other routes of the web app: most panels have no nodes, so their first load is without these. */
export const nodesRoutes = under('/panel/api/nodes', {
  list: 'GET /list',
  add: 'POST /add',
  update: 'POST /update/:id',
  del: 'POST /del/:id',
  setEnable: 'POST /setEnable/:id',
  test: 'POST /test',
  probe: 'POST /probe/:id',
  trends: 'GET /trends',
  queue: 'GET /queue/:id',
  retry: 'POST /retry/:id',
  certFingerprint: 'POST /certFingerprint',
  adoption: 'GET /adoption/:id',
  adopt: 'POST /adopt/:id long',
  updatePanel: 'POST /updatePanel long',
})
