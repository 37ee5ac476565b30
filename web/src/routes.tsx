import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyWithWords } from './i18n/lazy-with-words.ts'
import type { PlainKey } from './i18n/translation.tsx'
import { isAt, newClientPath, paths } from './paths.ts'
import {
  ActivityIcon,
  ClientsIcon,
  CodeIcon,
  HealthIcon,
  HomeIcon,
  InboundsIcon,
  NetworkIcon,
  NodesIcon,
  PlanIcon,
  SettingsIcon,
  UsageIcon,
} from './ui/icons.tsx'

export interface Route {
  /** Below the base path, as in links. */
  path: string
  page: LazyExoticComponent<ComponentType> & { ahead(): Promise<unknown> }
  /** Its place in the main navigation, with its shortcut. A page without one is reached from another page. */
  nav?: { label: PlainKey; icon: ComponentType<{ size?: number }>; keys: string; words?: string }
  /** A page outside the navigation that the palette offers. */
  palette?: { label: PlainKey; icon: ComponentType<{ size?: number }>; words: string }
  /** The URL that opens the page's create form, for "+ New" and the palette. */
  create?: { label: PlainKey; to: string }
  /** Other actions that can be started from any page. */
  commands?: readonly { label: PlainKey; to: string; words?: string }[]
}

/**
 * Every page behind the login with its message files, loaded when it is first opened. Unfinished pages are
 * not listed.
 */
export const routes = {
  home: {
    path: paths.home,
    page: lazyWithWords(() => import('./pages/home/home-page.tsx'), 'HomePage', 'home'),
    nav: { label: 'nav.home', icon: HomeIcon, keys: 'g h' },
  },
  clients: {
    path: paths.clients,
    page: lazyWithWords(() => import('./pages/clients/clients-page.tsx'), 'ClientsPage', 'clients', 'table'),
    nav: { label: 'nav.clients', icon: ClientsIcon, keys: 'g c' },
    create: { label: 'shell.clientsNew', to: newClientPath },
  },
  plans: {
    path: paths.plans,
    page: lazyWithWords(() => import('./pages/plans/plans-page.tsx'), 'PlansPage', 'policies', 'clients'),
    palette: { label: 'plansPage.title', icon: PlanIcon, words: 'plans groups tiers tariff' },
  },
  inbounds: {
    path: paths.inbounds,
    page: lazyWithWords(
      () => import('./pages/inbounds/inbounds-page.tsx'),
      'InboundsPage',
      'entries',
      'inbounds',
      'table',
    ),
    nav: { label: 'nav.inbounds', icon: InboundsIcon, keys: 'g i' },
    create: { label: 'shell.inboundsNew', to: `${paths.inbounds}?new=inbound` },
    commands: [
      {
        label: 'shell.addressesTitle',
        to: `${paths.inbounds}?view=addresses`,
        words: 'advertised addresses hosts cdn domain',
      },
    ],
  },
  usage: {
    path: paths.usage,
    page: lazyWithWords(() => import('./pages/usage/usage-page.tsx'), 'UsagePage', 'usage'),
    nav: { label: 'nav.usage', icon: UsageIcon, keys: 'g u' },
  },
  nodes: {
    path: paths.nodes,
    page: lazyWithWords(
      () => import('./pages/nodes/nodes-page.tsx'),
      'NodesPage',
      'nodes',
      'node-join',
      'table',
    ),
    nav: { label: 'nav.nodes', icon: NodesIcon, keys: 'g n' },
    create: { label: 'shell.nodesNew', to: `${paths.nodes}?new=node` },
  },
  network: {
    path: paths.network,
    page: lazyWithWords(
      () => import('./pages/network/network-page.tsx'),
      'NetworkPage',
      'network',
      'review',
      'table',
    ),
    nav: { label: 'nav.network', icon: NetworkIcon, keys: 'g w' },
    create: { label: 'shell.ruleNew', to: `${paths.network}?rule=new` },
    commands: [
      { label: 'shell.testerTitle', to: `${paths.network}?test=1` },
      { label: 'shell.outboundsAdd', to: `${paths.network}?tab=outbounds&new=outbound` },
      { label: 'shell.reviewTitle', to: `${paths.network}?review=1` },
    ],
  },
  health: {
    path: paths.health,
    page: lazyWithWords(() => import('./pages/health/health-page.tsx'), 'HealthPage', 'health', 'entries'),
    nav: {
      label: 'nav.health',
      icon: HealthIcon,
      keys: 'g e',
      words: 'doctor diagnose findings ports certificate disk',
    },
  },
  activity: {
    path: paths.activity,
    page: lazyWithWords(
      () => import('./pages/activity/activity-page.tsx'),
      'ActivityPage',
      'activity',
      'acts',
      'addresses',
      'history',
      'inbound-fields',
      'inbounds',
      'undo',
    ),
    nav: { label: 'nav.activity', icon: ActivityIcon, keys: 'g a' },
  },
  settings: {
    path: paths.settings,
    page: lazyWithWords(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage', 'settings'),
    nav: { label: 'nav.settings', icon: SettingsIcon, keys: 'g s' },
  },
  apiDocs: {
    path: paths.apiDocs,
    page: lazyWithWords(
      () => import('./pages/api-docs/api-docs-page.tsx'),
      'ApiDocsPage',
      'api-docs',
      'activity',
    ),
    palette: { label: 'shell.docsTitle', icon: CodeIcon, words: 'api openapi swagger curl' },
  },
  setup: {
    path: paths.setup,
    page: lazyWithWords(() => import('./pages/setup/setup-page.tsx'), 'SetupPage', 'entries', 'setup'),
  },
  moveIn: {
    path: paths.moveIn,
    page: lazyWithWords(() => import('./pages/move-in/move-in-page.tsx'), 'MoveInPage', 'move-in', 'clients'),
  },
} satisfies Record<string, Route>

export const LoginPage = lazyWithWords(() => import('./pages/login/login-page.tsx'), 'LoginPage')

const all: readonly Route[] = Object.values(routes)
export const navigation = all.flatMap(({ nav, path }) => (nav ? [{ ...nav, to: path }] : []))
export const hidden = all.flatMap(({ palette, path }) => (palette ? [{ ...palette, to: path }] : []))
export const creations = all.flatMap(({ create, nav }) => (create ? [{ ...create, icon: nav?.icon }] : []))
export const pageCommands = all.flatMap(({ commands = [] }) => commands)
export const routeAt = (path: string) => all.find((route) => isAt(route.path, path))
/** Only the login page, at the base path, is outside the shell. */
export const pageAt = (path: string) => (path === '' ? LoginPage : routeAt(path)?.page)
