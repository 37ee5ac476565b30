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
    summary: 'IP addresses seen for clients, as stored',
    reply: z.array(z.object({ id: z.int(), clientEmail: z.string(), ips: z.unknown() })),
  }),
  setClientIps: endpoint({
    method: 'POST',
    path: `${root}/clientIps`,
    summary: 'Not implemented: import IP addresses seen by another panel',
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

const nodes = '/panel/api/nodes'
const node = (method: 'GET' | 'POST', path: string, what: string) =>
  endpoint({ method, path: `${nodes}/${path}`, summary: `${what}: not there yet, says so`, reply: nothing })

/** Panels managed by this one: none exist and none can be added yet. */
export const noNodesApi = {
  list: endpoint({
    method: 'GET',
    path: `${nodes}/list`,
    summary: 'Nodes of this panel: none yet',
    reply: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  get: node('GET', 'get/:id', 'One node'),
  add: node('POST', 'add', 'Add a node'),
  update: node('POST', 'update/:id', 'Change a node'),
  del: node('POST', 'del/:id', 'Delete a node'),
  setEnable: node('POST', 'setEnable/:id', 'Switch a node on or off'),
  test: node('POST', 'test', 'Try a node that is not stored'),
  probe: node('POST', 'probe/:id', 'Try a stored node'),
  history: node('GET', 'history/:id/:metric/:bucket', 'What a node measured'),
  webCert: node('GET', 'webCert/:id', "Files of a node's certificate"),
  certFingerprint: node('POST', 'certFingerprint', "Fingerprint of a node's certificate"),
  inbounds: node('POST', 'inbounds', 'Inbounds of a node'),
  updatePanel: node('POST', 'updatePanel', "Update a node's panel"),
  authority: node('POST', 'mtls/ca', 'The authority that nodes trust'),
  trustAuthority: node('POST', 'mtls/trustCA', 'Trust the authority of another panel'),
  reloadClient: node('POST', 'mtls/reloadClient', 'Read the client certificate anew'),
}
