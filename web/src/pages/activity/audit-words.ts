import type { PlainKey } from '../../i18n/translation.tsx'

/** The kinds to filter by, in menu order. */
export const kinds = {
  client: 'kind.client',
  clients: 'kind.clients',
  inbound: 'kind.inbound',
  inbounds: 'kind.inbounds',
  cap: 'kind.cap',
  group: 'kind.group',
  plan: 'kind.plan',
  hosts: 'kind.hosts',
  outbound: 'kind.outbound',
  outboundSub: 'kind.outboundSub',
  balancer: 'kind.balancer',
  node: 'kind.node',
  core: 'kind.core',
  geo: 'kind.geo',
  certificate: 'kind.certificate',
  settings: 'kind.settings',
  user: 'kind.user',
  token: 'kind.token',
  webhook: 'kind.webhook',
  notice: 'kind.notice',
  clock: 'kind.clock',
  panel: 'kind.panel',
} as const satisfies Record<string, PlainKey>

/** By the last part of an action (`client.update`, `plan.update`): each word with the verbs it covers, in menu order. */
const verbs = {
  'did.added': ['add', 'create'],
  'did.changed': [
    'update',
    'updateTraffic',
    'adjust',
    'renew',
    'rename',
    'reorder',
    'fallbacks',
    'externalLinks',
  ],
  'did.deleted': ['del', 'delete', 'delAllClients', 'delDepleted', 'delOrphans', 'remove'],
  'did.attached': ['attach'],
  'did.detached': ['detach'],
  'did.enabled': ['enable'],
  'did.disabled': ['disable'],
  'did.reset': ['resetTraffic', 'resetAllTraffics', 'periodicReset'],
  'did.login': ['login'],
  'did.refused': ['refused'],
  'did.logout': ['logout'],
  'did.sessionsEnded': ['end'],
  'did.credentials': ['credentials'],
  'did.recoveryCodes': ['recoveryCodes'],
  'did.restarted': ['restart'],
  'did.stopped': ['stop'],
  'did.installed': ['install', 'download'],
  'did.backup': ['backup'],
  'did.restored': ['restore'],
  'did.undone': ['undo'],
  'did.imported': ['import'],
  'did.limits': ['limits'],
  'did.setup': ['done'],
  'did.kicked': ['kick'],
  'did.applied': ['apply'],
  'did.adopted': ['adopt'],
  'did.tested': ['test'],
} as const satisfies Partial<Record<PlainKey, readonly string[]>>
type Word = keyof typeof verbs

export const verbChoices = (Object.keys(verbs) as Word[]).map((label) => ({
  // exactly the keys above
  value: label.replace('did.', ''),
  label,
}))
export const verbsOf = (choice: string): readonly string[] =>
  Object.entries(verbs).find(([word]) => word === `did.${choice}`)?.[1] ?? []
