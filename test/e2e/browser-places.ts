/** A page or an open form: its URL, what to click there, and what shows that it is open. */
export interface LookPlace {
  name: string
  path: string
  there: string
  press?: string[]
  /** A file to choose there, of test/fixtures. */
  file?: string
  /** Every collapsed part is opened. */
  unfold?: string
}

const rowMenu = '[data-row] [aria-haspopup=menu]'

/** Every page and open form of the shell, home, clients, inbounds and network, by URL and clicks. */
export const places: readonly LookPlace[] = [
  { name: 'home', path: 'panel/', there: 'main svg[role=img]' },
  {
    name: 'home as tables',
    path: 'panel/',
    there: 'details[open] table',
    unfold: 'main details:not([open]) summary',
  },
  {
    name: 'account',
    path: 'panel/',
    there: '[role=menuitemradio]',
    press: ['header [aria-haspopup=menu] >> nth=-1'],
  },
  { name: 'usage', path: 'panel/usage', there: 'main h2, main table' },
  {
    name: 'usage of own days',
    path: 'panel/usage?by=day&from=2026-01-01&to=2026-01-31',
    there: 'input[type=date]',
  },
  { name: 'nothing here', path: 'panel/nothing/here', there: 'main h1' },
  { name: 'list', path: 'panel/clients', there: '[data-row]' },
  { name: 'nobody matches', path: 'panel/clients?q=zzz', there: 'h2' },
  { name: 'row menu', path: 'panel/clients', there: '[role=menuitem]', press: [rowMenu] },
  {
    name: 'selection',
    path: 'panel/clients?q=group:gold',
    there: '[data-bulk-bar]',
    press: ['[data-row] input'],
  },
  {
    name: 'question',
    path: 'panel/clients',
    there: '[role=dialog] form',
    press: [rowMenu, '[role=menuitem]:last-child'],
  },
  {
    name: 'many',
    path: 'panel/clients?q=group:silver',
    there: '[role=dialog] form',
    press: ['[data-row] input', '[data-bulk-bar] form + button'],
  },
  {
    name: 'limits of many',
    path: 'panel/clients?q=group:friends',
    there: '[role=dialog] form',
    press: ['[data-row] input', '[data-bulk-bar] [aria-haspopup=menu]', '[role=menuitem]:last-child'],
  },
  { name: 'renew', path: 'panel/clients?renew=client-0002', there: '[role=dialog] [type=radio]' },
  { name: 'new client', path: 'panel/clients?new=client', there: '[role=dialog] [name=email]' },
  { name: 'import', path: 'panel/clients?new=import', there: '[role=dialog] textarea' },
  { name: 'plans', path: 'panel/clients/plans', there: '[data-policy=gold]' },
  { name: 'plan', path: 'panel/clients/plans?plan=new', there: '[role=dialog] form' },
  { name: 'group', path: 'panel/clients/plans?group==gold', there: '[role=dialog] form' },
  { name: 'overview', path: 'panel/clients?c=client-0002', there: '[role=tabpanel] dl' },
  { name: 'access', path: 'panel/clients?c=client-0002&tab=access', there: '[role=tabpanel] svg[role=img]' },
  { name: 'devices', path: 'panel/clients?c=client-0002&tab=devices', there: '[role=tabpanel] h3' },
  {
    name: 'settings',
    path: 'panel/clients?c=client-0002&tab=settings',
    there: 'form details[open]',
    unfold: 'form details:not([open]) > summary',
  },
  { name: 'diagnose', path: 'panel/clients?c=client-0003&tab=diagnose', there: '[data-answer=bad]' },
  { name: 'history', path: 'panel/clients?c=client-0002&tab=history', there: '[role=tabpanel] li' },
  {
    name: 'palette',
    path: 'panel/clients',
    there: '[role=option]',
    press: ['header [aria-haspopup=dialog]'],
  },
  { name: 'inbounds', path: 'panel/inbounds', there: '[data-row]' },
  {
    name: 'inbound',
    path: 'panel/inbounds?i=1',
    there: '[data-sample-link]',
    unfold: '[data-section][aria-expanded=false]',
  },
  {
    name: 'topology',
    path: 'panel/inbounds?view=topology',
    there: '[data-topology-list], [data-node=default]', // a phone shows only the list
  },
  { name: 'topology in words', path: 'panel/inbounds?view=topology&as=words', there: '[data-topology-list]' },
  { name: 'addresses', path: 'panel/inbounds?view=addresses', there: '[data-address]' },
  { name: 'addresses of another inbound', path: 'panel/inbounds?view=addresses&of=2', there: 'main select' },
  {
    name: 'new address',
    path: 'panel/inbounds?view=addresses&host=new',
    there: '[role=dialog] details[open]',
    unfold: '[role=dialog] details:not([open]) summary',
  },
  {
    name: 'review of an address',
    path: 'panel/inbounds?view=addresses',
    there: '[role=dialog] form ul',
    press: ['[data-address] [aria-haspopup=menu]', '[role=menuitem]:last-child'],
  },
  { name: 'templates', path: 'panel/inbounds?new=inbound', there: '[data-template=trojan]' },
  { name: 'nodes', path: 'panel/nodes', there: '[data-row]' },
  { name: 'node', path: 'panel/nodes?n=1', there: '[role=dialog] [role=alert]' },
  { name: 'new node', path: 'panel/nodes?new=node', there: '[role=dialog] [name=address]' },
  { name: 'routing', path: 'panel/network', there: '[name=where]' },
  { name: 'new rule', path: 'panel/network?rule=new', there: '[role=dialog] form' },
  {
    name: 'presets',
    path: 'panel/network',
    there: '[role=menuitem]',
    press: ['main [aria-haspopup=menu] >> nth=0'],
  },
  { name: 'preset', path: 'panel/network?preset=bittorrent', there: '[role=dialog] [data-preset]' },
  { name: 'raw template', path: 'panel/network?tab=raw', there: '.cm-content' },
  { name: 'no versions', path: 'panel/network?tab=versions', there: '[role=tabpanel] h2' },
  { name: 'nothing to review', path: 'panel/network?review=1', there: '[role=dialog] h2 ~ p' },
  { name: 'outbounds', path: 'panel/network?tab=outbounds', there: '[data-row=direct]' },
  {
    name: 'paste outbounds',
    path: 'panel/network?tab=outbounds&new=outbound',
    there: '[role=dialog] textarea',
  },
  {
    name: 'new outbound',
    path: 'panel/network?tab=outbounds&new=outbound&by=form',
    there: '[role=dialog] form',
  },
  { name: 'outbound', path: 'panel/network?tab=outbounds&o=direct', there: '[role=dialog] form' },
  { name: 'outbound list', path: 'panel/network?tab=outbounds&sub=new', there: '[role=dialog] form' },
  { name: 'new balancer', path: 'panel/network?tab=balancers&b=new', there: '[role=dialog] form' },
  { name: 'new DNS server', path: 'panel/network?tab=dns&server=new', there: '[role=dialog] form' },
  { name: 'core basics', path: 'panel/network?tab=basics', there: '[role=tabpanel] select' },
  {
    name: 'fallbacks',
    path: 'panel/inbounds?new=inbound',
    there: '[data-field="fallbacks[0].dest"]',
    press: ['[data-template=trojan]', '[data-section=fallbacks]'],
  },
]

const locales = ['en-US', 'fa-IR', 'ru-RU', 'zh-CN', 'ar', 'tr-TR', 'es-ES'] as const

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
  locale: (typeof locales)[number]
}

/** The first are the default: both themes and directions, the widest and the narrowest. */
const first: readonly Look[] = [
  { width: 1440, colorScheme: 'light', locale: 'en-US' },
  { width: 320, colorScheme: 'dark', locale: 'fa-IR' },
]
/** A screen of 1280 px at 200 %, in the language with the longest words. */
export const zoomed: Look = { width: 640, colorScheme: 'light', locale: 'ru-RU' }
const all = locales.flatMap((locale): Look[] => [
  { width: 1920, colorScheme: 'light', locale },
  { width: 1440, colorScheme: 'light', locale },
  { width: 1440, colorScheme: 'dark', locale },
  { width: 640, colorScheme: 'light', locale },
  { width: 360, colorScheme: 'light', locale },
  { width: 360, colorScheme: 'dark', locale },
  { width: 320, colorScheme: 'dark', locale }, // 1280 px at 400 %
])
const isSame = (one: Look) => (other: Look) =>
  one.width === other.width && one.colorScheme === other.colorScheme && one.locale === other.locale
export const looks = [...first, ...all.filter((look) => !first.some(isSame(look)))]
