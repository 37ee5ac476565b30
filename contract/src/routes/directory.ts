import { under } from './under.ts'

/** Separate from the other routes of the web app: few panels use a directory. */
export const directoryRoutes = under('/panel/api/ldap', {
  plan: 'GET /plan',
  confirm: 'POST /plan/confirm',
  test: 'POST /test',
  dryRun: 'POST /dryRun',
})
