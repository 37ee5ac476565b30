import { z } from 'zod'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/server'

/**
 * Routes of missing features. Published clients call them, so they return the empty form of their reply or an error
 * message (R49). Each moves to its own room once the feature exists.
 */
export const notYetApi = {
  panelUpdateInfo: endpoint({
    method: 'GET',
    path: `${root}/getPanelUpdateInfo`,
    summary: 'Panel version; the panel does not look for updates, so `latest` is blank',
    reply: z.object({ currentVersion: z.string(), latestVersion: z.string(), updateAvailable: z.boolean() }),
  }),
  updateStatus: endpoint({
    method: 'GET',
    path: `${root}/getUpdateStatus`,
    summary: 'Progress of a panel update: there is never one',
    reply: z.object({ runId: z.string(), state: z.string(), exitCode: z.int(), finishedAt: z.int() }),
  }),
  updatePanel: endpoint({
    method: 'POST',
    path: `${root}/updatePanel`,
    summary: 'Not supported: the panel does not update itself',
    reply: nothing,
  }),
  setUpdateChannel: endpoint({
    method: 'POST',
    path: `${root}/setUpdateChannel`,
    summary: 'Not supported: the panel does not update itself',
    reply: nothing,
  }),
  fail2banStatus: endpoint({
    method: 'GET',
    path: `${root}/fail2banStatus`,
    summary: 'Whether IP limits are enforced by fail2ban: never',
    reply: z.object({
      enabled: z.boolean(),
      installed: z.boolean(),
      usable: z.boolean(),
      windows: z.boolean(),
    }),
  }),
  importDb: endpoint({
    method: 'POST',
    path: `${root}/importDB`,
    summary: 'Not implemented: replace the database',
    reply: nothing,
  }),
  migration: endpoint({
    method: 'GET',
    path: `${root}/getMigration`,
    summary: 'Not implemented: export the database for another engine',
    reply: nothing,
  }),
  backupToBot: endpoint({
    method: 'POST',
    path: '/panel/api/backuptotgbot',
    summary: 'Not implemented: send a backup through the Telegram bot',
    reply: nothing,
  }),
  testBot: endpoint({
    method: 'POST',
    path: '/panel/api/setting/testTgBot',
    also: ['/panel/setting/testTgBot'],
    summary: 'Not implemented: test the Telegram bot',
    reply: nothing,
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/panel/api/setting/testSmtp',
    also: ['/panel/setting/testSmtp'],
    summary: 'Not implemented: test the mail server',
    reply: nothing,
  }),
}
