import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { PlainKey } from './i18n/translation.tsx'
import { ActivityIcon, ClientsIcon, HomeIcon, InboundsIcon, NetworkIcon, SettingsIcon } from './ui/icons.tsx'

export interface Route {
  /** Below the base path, as links write it. */
  path: string
  page: LazyExoticComponent<ComponentType>
  /** Its place in the main navigation, with the keys that lead there; a page without one is reached from another. */
  nav?: { label: PlainKey; icon: ComponentType<{ size?: number }>; keys: string }
  /** What the page makes, for "+ New" and the palette: the address that opens its form. */
  create?: { label: PlainKey; to: string }
  /** What else it can be opened for, from any page. */
  verbs?: readonly { label: PlainKey; to: string }[]
}

/** Each page is a chunk of its own, fetched when it is first opened. */
const pageOf = <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) =>
  lazy(async () => ({ default: (await load())[name] }))

/** Every page behind the login; what does not work yet is not here (screens.md 5.2). */
export const routes = {
  home: {
    path: 'panel/',
    page: pageOf(() => import('./pages/home/home-page.tsx'), 'HomePage'),
    nav: { label: 'nav.home', icon: HomeIcon, keys: 'g h' },
  },
  clients: {
    path: 'panel/clients',
    page: pageOf(() => import('./pages/clients/clients-page.tsx'), 'ClientsPage'),
    nav: { label: 'nav.clients', icon: ClientsIcon, keys: 'g c' },
    create: { label: 'clients.new', to: 'panel/clients?new=client' },
  },
  inbounds: {
    path: 'panel/inbounds',
    page: pageOf(() => import('./pages/inbounds/inbounds-page.tsx'), 'InboundsPage'),
    nav: { label: 'nav.inbounds', icon: InboundsIcon, keys: 'g i' },
    create: { label: 'inbounds.new', to: 'panel/inbounds?new=inbound' },
  },
  network: {
    path: 'panel/network',
    page: pageOf(() => import('./pages/network/network-page.tsx'), 'NetworkPage'),
    nav: { label: 'nav.network', icon: NetworkIcon, keys: 'g w' },
    create: { label: 'rule.new', to: 'panel/network?rule=new' },
    verbs: [
      { label: 'tester.title', to: 'panel/network?test=1' },
      { label: 'review.title', to: 'panel/network?review=1' },
    ],
  },
  activity: {
    path: 'panel/activity',
    page: pageOf(() => import('./pages/activity/activity-page.tsx'), 'ActivityPage'),
    nav: { label: 'nav.activity', icon: ActivityIcon, keys: 'g a' },
  },
  settings: {
    path: 'panel/settings',
    page: pageOf(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
    nav: { label: 'nav.settings', icon: SettingsIcon, keys: 'g s' },
  },
  setup: {
    path: 'panel/setup',
    page: pageOf(() => import('./pages/setup/setup-page.tsx'), 'SetupPage'),
  },
} satisfies Record<string, Route>

export const LoginPage = pageOf(() => import('./pages/login/login-page.tsx'), 'LoginPage')

const all: readonly Route[] = Object.values(routes)
export const navigation = all.flatMap(({ nav, path }) => (nav ? [{ ...nav, path }] : []))
export const creations = all.flatMap(({ create, nav }) => (create ? [{ ...create, icon: nav?.icon }] : []))
export const pageVerbs = all.flatMap(({ verbs = [] }) => verbs)
export const isAt = (route: { path: string }, path: string) => route.path.replace(/\/+$/, '') === path
export const routeAt = (path: string) => all.find((route) => isAt(route, path))
