import type { PlainKey, Translate } from '../../i18n/translation.tsx'

const names: Readonly<Record<string, PlainKey>> = {
  session: 'docs.session',
  clients: 'nav.clients',
  inbounds: 'nav.inbounds',
  setting: 'nav.settings',
  server: 'docs.server',
  xray: 'docs.core',
  core: 'docs.coreVersions',
  hosts: 'docs.hosts',
  plans: 'docs.plans',
  'custom-geo': 'docs.geo',
  audit: 'nav.activity',
  jobs: 'activity.background',
  setup: 'docs.setup',
  history: 'docs.history',
  traffic: 'docs.traffic',
  metrics: 'docs.metrics',
}

/** A group without a label is shown by its part of the path. */
export function groupName(t: Translate, group: string): string {
  const key = Object.hasOwn(names, group) ? names[group] : undefined
  return key ? t(key) : group
}
