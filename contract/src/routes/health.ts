import { under } from './under.ts'

/** Separate from the other routes of the web app: only the pages Health and Activity ask. */
export const healthRoutes = under('/panel/api/server', {
  doctor: 'GET /doctor',
  downloadLog: 'GET /logs/download',
})
