import { under } from './under.ts'

/** Only the card of the Telegram bot calls these. */
export const telegramRoutes = {
  ...under('/panel/api/telegram', {
    state: 'GET /state',
  }),
  ...under('/panel/setting', { test: 'POST /testTgBot' }, '/panel/api/setting'),
}
