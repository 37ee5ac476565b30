import { under } from './under.ts'

/** Apart from the other routes of the web app: only Home, Usage and Inbounds ask. */
export const usageRoutes = under('/panel/api/usage', {
  list: 'GET /list',
  export: 'GET /export',
  summary: 'GET /summary',
  online: 'GET /online',
})
