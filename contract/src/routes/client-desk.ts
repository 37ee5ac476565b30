import { under } from './under.ts'

/** Separate from the other routes of the web app: only the page of clients needs them. */
export const clientDeskRoutes = under('/panel/api/clients', {
  figures: 'POST /figures',
  terms: 'GET /terms/:email',
  kick: 'POST /kick/:email',
})
