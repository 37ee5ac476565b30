import { under } from './under.ts'

/** Separate from the other routes of the web app: only the advertised addresses of inbounds and the palette ask. */
export const hostsRoutes = under('/panel/api/hosts', {
  list: 'GET /list',
  add: 'POST /add',
  update: 'POST /update/:groupId',
  del: 'POST /del/:groupId',
  setEnable: 'POST /setEnable/:groupId',
  reorder: 'POST /reorder',
  review: 'POST /review',
})
