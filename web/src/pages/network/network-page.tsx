import '../../forms/mantine-styles.ts'
import { Tabs } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useParam } from '../../router/use-place.ts'
import { useServices } from '../../services.tsx'
import { Page } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { DraftBar } from './draft/bar.tsx'
import { DraftProvider } from './draft/draft.tsx'
import styles from './network.module.css'
import { ReviewDrawer } from './review/drawer.tsx'

const tabOf = <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) =>
  lazy(async () => ({ default: (await load())[name] }))

/** Each tab is its own chunk; all of them edit one draft. */
const tabs = {
  routing: { label: 'network.routing', Body: tabOf(() => import('./routing/tab.tsx'), 'RoutingTab') },
  outbounds: {
    label: 'network.outboundsTitle',
    Body: lazyWithWords(() => import('./outbounds/tab.tsx'), 'OutboundsTab', 'network-outbounds'),
  },
  balancers: {
    label: 'network.balancersTitle',
    Body: lazyWithWords(() => import('./balancers/tab.tsx'), 'BalancersTab', 'network-outbounds'),
  },
  dns: {
    label: 'network.dnsTitle',
    Body: lazyWithWords(() => import('./dns/tab.tsx'), 'DnsTab', 'network-outbounds'),
  },
  basics: {
    label: 'network.basicsTitle',
    Body: lazyWithWords(() => import('./basics/tab.tsx'), 'BasicsTab', 'network-outbounds'),
  },
  geo: {
    label: 'network.geo',
    Body: lazyWithWords(() => import('./geo/tab.tsx'), 'GeoTab', 'network-outbounds'),
  },
  raw: { label: 'network.raw', Body: tabOf(() => import('./raw/tab.tsx'), 'RawTab') },
  versions: { label: 'network.versions', Body: tabOf(() => import('./versions/tab.tsx'), 'VersionsTab') },
} as const
type Tab = keyof typeof tabs
const names = Object.keys(tabs) as Tab[] // exactly the keys above

/** `?tab=raw`; a tab's own parameters are dropped with it. */
export function NetworkPage() {
  const { t } = useTranslation()
  const { place } = useServices()
  const given = useParam('tab')
  const tab = names.find((name) => name === given) ?? 'routing'
  const open = (next: string | null) => place.go(`panel/network${next === 'routing' ? '' : `?tab=${next}`}`)
  const review = () => place.setParams({ review: '1', rule: undefined }, 'push')
  return (
    <Page title={t('nav.network')}>
      <DraftProvider>
        <Tabs
          value={tab}
          onChange={open}
          keepMounted={false}
          classNames={{ list: styles.tabs ?? '', tab: styles.tab ?? '' }}
        >
          <Tabs.List aria-label={t('network.tabs')}>
            {names.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(tabs[name].label)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {names.map((name) => {
            const { Body } = tabs[name]
            return (
              <Tabs.Panel key={name} value={name} pt="md">
                <Suspense fallback={<Waiting />}>
                  <Body />
                </Suspense>
              </Tabs.Panel>
            )
          })}
        </Tabs>
        <DraftBar onReview={review} />
        <ReviewDrawer />
      </DraftProvider>
    </Page>
  )
}
