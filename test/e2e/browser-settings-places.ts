import type { LookPlace } from './browser-places.ts'

const settings = (section: string, there: string): LookPlace => ({
  name: `settings ${section}`,
  path: `panel/settings?section=${section}`,
  there,
})
const activity = (view: string): LookPlace => ({
  name: `activity ${view}`,
  path: `panel/activity?view=${view}`,
  there: '[role=tabpanel] :is(li, h2, [tabindex="0"])',
})

/** Every section of the settings, the way in from another panel, every view of the activity, and the API documentation. */
export const settingsPlaces: readonly LookPlace[] = [
  settings('panel', 'main form [name]'),
  {
    ...settings('security', 'main svg[role=img]'),
    press: ['section[aria-labelledby=card-twoFactor] button'],
  },
  settings('subscription', 'main iframe'),
  settings('subscription&preview=clash', 'aside section[tabindex="0"]'),
  settings('certificates', 'section[aria-labelledby=card-newCertificate] button'),
  settings('traffic', 'main form [name]'),
  settings('notices', 'main table'),
  settings('telegram', 'main form [name]'),
  settings('backup', '[data-backup]'),
  { ...settings('backup', '[role=dialog] table'), name: 'restore', press: ['[data-backup] button'] },
  {
    name: 'move in',
    path: 'panel/move-in',
    there: 'main details[open]',
    unfold: 'main details:not([open]) > summary',
  },
  { name: 'plan to move in', path: 'panel/move-in', there: '[data-plan]', file: '3x-ui/3.6.0.db.gz' },
  { name: 'moved in', path: 'panel/move-in?done=1&c=client-0002', there: 'main svg[role=img]' },
  settings('about', 'main dl'),
  ...['changes&range=custom', 'background', 'messages', 'panel', 'core'].map(activity),
  { name: 'health', path: 'panel/health', there: '[data-check=core]' },
  { name: 'API', path: 'panel/api-docs?q=audit&op=getPanelApiAudit', there: 'main form' },
]
