import { under } from './under.ts'

/** Separate from the other routes of the web app: only its own page loads them. */
export const certificatesRoutes = under('/panel/api/certificates', {
  list: 'GET /list',
  get: 'GET /get/:id',
  check: 'POST /check',
  issue: 'POST /issue',
  renew: 'POST /renew/:id',
  revoke: 'POST /revoke/:id',
  use: 'POST /use/:id',
  del: 'POST /del/:id',
})
