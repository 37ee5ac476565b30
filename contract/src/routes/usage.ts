import { under } from './under.ts'

/** Separate from the other routes of the web app: only Home, Usage and Inbounds ask. */
export const usageRoutes = {
  ...under('/panel/api/usage', {
    list: 'GET /list',
    export: 'GET /export',
    summary: 'GET /summary',
  }),
  // Below the path of inbounds, so that what changes those refreshes these.
  ...under('/panel/api/inbounds', {
    online: 'GET /onlineCounts',
    inbounds: 'GET /list/bare',
  }),
}
