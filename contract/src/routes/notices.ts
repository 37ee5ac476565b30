import { under } from './under.ts'

/** Separate from the other routes of the web app: loaded with the page of notices. */
export const noticesRoutes = {
  ...under('/panel/api/notices', {
    list: 'GET /list',
    read: 'POST /read',
    outlets: 'GET /outlets',
    deliveries: 'GET /deliveries',
    replay: 'POST /deliveries/:id/replay',
    test: 'POST /test/:outlet',
    webhooks: 'GET /webhooks',
    addWebhook: 'POST /webhooks/add',
    updateWebhook: 'POST /webhooks/update/:id',
    delWebhook: 'POST /webhooks/del/:id',
  }),
  ...under('/panel/api', {
    testMail: 'POST /setting/testSmtp',
  }),
}
