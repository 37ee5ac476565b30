import type { PlainKey } from '../../i18n/translation.tsx'

/** The kinds to filter by, in menu order. */
export const kinds = {
  client: 'kind.client',
  clients: 'kind.clients',
  inbound: 'kind.inbound',
  inbounds: 'kind.inbounds',
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

/** By the last part of an action: `client.update`, `plan.update`. */
const verbs: Readonly<Record<string, PlainKey>> = {
  add: 'did.added',
  create: 'did.added',
  update: 'did.changed',
  updateTraffic: 'did.changed',
  adjust: 'did.changed',
  renew: 'did.changed',
  rename: 'did.changed',
  reorder: 'did.changed',
  fallbacks: 'did.changed',
  externalLinks: 'did.changed',
  del: 'did.deleted',
  delete: 'did.deleted',
  delAllClients: 'did.deleted',
  delDepleted: 'did.deleted',
  delOrphans: 'did.deleted',
  remove: 'did.deleted',
  attach: 'did.attached',
  detach: 'did.detached',
  enable: 'did.enabled',
  disable: 'did.disabled',
  resetTraffic: 'did.reset',
  resetAllTraffics: 'did.reset',
  periodicReset: 'did.reset',
  login: 'did.login',
  refused: 'did.refused',
  logout: 'did.logout',
  end: 'did.sessionsEnded',
  credentials: 'did.credentials',
  recoveryCodes: 'did.recoveryCodes',
  restart: 'did.restarted',
  stop: 'did.stopped',
  install: 'did.installed',
  download: 'did.installed',
  backup: 'did.backup',
  restore: 'did.restored',
  undo: 'did.undone',
  import: 'did.imported',
  limits: 'did.limits',
  done: 'did.setup',
  kick: 'did.kicked',
  apply: 'did.applied',
  adopt: 'did.adopted',
  test: 'did.tested',
}

/** Each word once, in the order above, with the verbs it covers: `added` is add and create. */
export const verbChoices = [...new Set(Object.values(verbs))].map((label) => ({
  value: label.replace(/^did\./, ''),
  label,
}))
export const verbsOf = (choice: string): readonly string[] =>
  Object.keys(verbs).filter((verb) => verbs[verb] === `did.${choice}`)

/** Undefined for an action without a label: its name is shown instead. */
export function verbOf(action: string): PlainKey | undefined {
  const last = action.split('.').at(-1) ?? ''
  return Object.hasOwn(verbs, last) ? verbs[last] : undefined
}

export const kindOf = (kind: string): PlainKey | undefined =>
  Object.entries(kinds).find(([known]) => known === kind)?.[1]
