import { under } from './under.ts'

/** Separate from the other routes of the web app: only the devices of a client's drawer need them. */
export const devicesRoutes = under('/panel/api/clients', {
  list: 'POST+GET /hwids/:email',
  forget: 'DELETE /hwids/:email/:id',
  forgetAll: 'DELETE /hwids/:email',
  revoke: 'POST /hwids/:email/:id/revoke',
  block: 'POST /hwids/:email/:id/block',
  unblock: 'POST /hwids/:email/:id/unblock',
})
