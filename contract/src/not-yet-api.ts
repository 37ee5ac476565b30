import { z } from 'zod'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/server'

/**
 * Routes whose feature is not there: published clients call them, so they answer truthfully, with the empty form of
 * their reply or a sentence (decision 49). Each moves to its own room when the feature comes.
 */
export const notYetApi = {
  panelUpdateInfo: endpoint({
    method: 'GET',
    path: `${root}/getPanelUpdateInfo`,
    summary: 'Version of this panel; it does not look for newer ones, so the latest is blank',
    reply: z.object({ currentVersion: z.string(), latestVersion: z.string(), updateAvailable: z.boolean() }),
  }),
  updateStatus: endpoint({
    method: 'GET',
    path: `${root}/getUpdateStatus`,
    summary: 'The update of the panel that goes on: never one',
    reply: z.object({ runId: z.string(), state: z.string(), exitCode: z.int(), finishedAt: z.int() }),
  }),
  updatePanel: endpoint({
    method: 'POST',
    path: `${root}/updatePanel`,
    summary: 'The panel does not update itself: says so',
    reply: nothing,
  }),
  setUpdateChannel: endpoint({
    method: 'POST',
    path: `${root}/setUpdateChannel`,
    summary: 'The panel does not update itself: says so',
    reply: nothing,
  }),
  fail2banStatus: endpoint({
    method: 'GET',
    path: `${root}/fail2banStatus`,
    summary: 'Whether limits are enforced by fail2ban: they are not',
    reply: z.object({
      enabled: z.boolean(),
      installed: z.boolean(),
      usable: z.boolean(),
      windows: z.boolean(),
    }),
  }),
  descendants: endpoint({
    method: 'GET',
    path: `${root}/descendants`,
    summary: 'Nodes below this panel',
    reply: z.array(
      z.object({
        guid: z.string(),
        parentGuid: z.string(),
        name: z.string(),
        address: z.string(),
        status: z.string(),
      }),
    ),
  }),
  clientIps: endpoint({
    method: 'GET',
    path: `${root}/clientIps`,
    summary: 'Addresses that clients were seen from, as they are stored',
    reply: z.array(z.object({ id: z.int(), clientEmail: z.string(), ips: z.unknown() })),
  }),
  setClientIps: endpoint({
    method: 'POST',
    path: `${root}/clientIps`,
    summary: 'Addresses that another panel saw: not there yet, says so',
    reply: nothing,
  }),
}
