import { z } from 'zod'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/server'

/**
 * Routes whose feature is not there: published clients call them, so they answer truthfully, with the empty form of
 * their reply or a sentence (R49). Each moves to its own room when the feature comes.
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
  importDb: endpoint({
    method: 'POST',
    path: `${root}/importDB`,
    summary: 'Put a database in the place of this one: not there yet, says so',
    reply: nothing,
  }),
  migration: endpoint({
    method: 'GET',
    path: `${root}/getMigration`,
    summary: 'The database in the form of another engine: not there yet, says so',
    reply: nothing,
  }),
  backupToBot: endpoint({
    method: 'POST',
    path: '/panel/api/backuptotgbot',
    summary: 'Send a backup by the Telegram bot: not there yet, says so',
    reply: nothing,
  }),
  testBot: endpoint({
    method: 'POST',
    path: '/panel/api/setting/testTgBot',
    also: ['/panel/setting/testTgBot'],
    summary: 'Try the Telegram bot: not there yet, says so',
    reply: nothing,
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/panel/api/setting/testSmtp',
    also: ['/panel/setting/testSmtp'],
    summary: 'Try the mail server: not there yet, says so',
    reply: nothing,
  }),
}

const nodes = '/panel/api/nodes'
const node = (method: 'GET' | 'POST', path: string, what: string) =>
  endpoint({ method, path: `${nodes}/${path}`, summary: `${what}: not there yet, says so`, reply: nothing })

/** Other panels that this one manages: there are none, and none can be added. */
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
