import { z } from 'zod'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { api, nothing } from './wire.ts'

/**
 * Routes of missing features. Published clients call them, so they return the empty form of their reply or an error
 * message (R49). Each moves to its own room once the feature exists.
 */
export const notYetApi = api(apiOnlyRoutes.notYet, {
  panelUpdateInfo: {
    summary: 'Panel version; the panel does not look for updates, so `latest` is blank',
    reply: z.object({ currentVersion: z.string(), latestVersion: z.string(), updateAvailable: z.boolean() }),
  },
  updateStatus: {
    summary: 'Progress of a panel update: there is never one',
    reply: z.object({ runId: z.string(), state: z.string(), exitCode: z.int(), finishedAt: z.int() }),
  },
  updatePanel: {
    summary: 'Not supported: the panel does not update itself',
    reply: nothing,
  },
  setUpdateChannel: {
    summary: 'Not supported: the panel does not update itself',
    reply: nothing,
  },
  fail2banStatus: {
    summary: 'Whether IP limits are enforced by fail2ban: never',
    reply: z.object({
      enabled: z.boolean(),
      installed: z.boolean(),
      usable: z.boolean(),
      windows: z.boolean(),
    }),
  },
  descendants: {
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
  },
  clientIps: {
    summary: 'IP addresses seen for clients, as stored',
    reply: z.array(z.object({ id: z.int(), clientEmail: z.string(), ips: z.unknown() })),
  },
  setClientIps: {
    summary: 'Not implemented: import IP addresses seen by another panel',
    reply: nothing,
  },
  backupToBot: {
    summary: 'Not implemented: send a backup through the Telegram bot',
    reply: nothing,
  },
  testBot: {
    also: ['/panel/setting/testTgBot'],
    summary: 'Not implemented: test the Telegram bot',
    reply: nothing,
  },
  testMail: {
    also: ['/panel/setting/testSmtp'],
    summary: 'Not implemented: test the mail server',
    reply: nothing,
  },
})

const missing = (what: string) => ({ summary: `${what}: not there yet, says so`, reply: nothing })

/** Panels managed by this one: none exist and none can be added yet. */
export const noNodesApi = api(apiOnlyRoutes.noNodes, {
  list: {
    summary: 'Nodes of this panel: none yet',
    reply: z.array(z.object({ id: z.int(), name: z.string() })),
  },
  get: missing('One node'),
  add: missing('Add a node'),
  update: missing('Change a node'),
  del: missing('Delete a node'),
  setEnable: missing('Switch a node on or off'),
  test: missing('Try a node that is not stored'),
  probe: missing('Try a stored node'),
  history: missing('What a node measured'),
  webCert: missing("Files of a node's certificate"),
  certFingerprint: missing("Fingerprint of a node's certificate"),
  inbounds: missing('Inbounds of a node'),
  updatePanel: missing("Update a node's panel"),
  authority: missing('The authority that nodes trust'),
  trustAuthority: missing('Trust the authority of another panel'),
  reloadClient: missing('Read the client certificate anew'),
})
