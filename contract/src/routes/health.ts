import { under } from './under.ts'

/** Apart from the other routes of the web app: only the page Health asks. */
export const healthRoutes = under('/panel/api/server', {
  doctor: 'GET /doctor',
})
