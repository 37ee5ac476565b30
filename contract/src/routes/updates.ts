import { under } from './under.ts'

/** Separate from the other routes of the web app: loaded with the card of updates. */
export const updatesRoutes = {
  ...under('/panel/api/update', {
    state: 'GET /state',
    check: 'POST /check',
    plan: 'GET /plan',
  }),
  ...under('/panel/api/server', {
    start: 'POST /updatePanel',
    setChannel: 'POST /setUpdateChannel',
  }),
}
