import '../../forms/mantine-styles.ts'
import { Alert, Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useParam } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { DraftProvider, useDraft } from './draft/draft.tsx'
import styles from './network.module.css'
import { ReviewBody } from './review/body.tsx'
import { useApply } from './review/use-apply.ts'

/** Each tab is its own chunk; all of them edit one draft. */
const tabs = {
  routing: { label: 'network.routing', Body: lazyWithWords(() => import('./routing/tab.tsx'), 'RoutingTab') },
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
  raw: { label: 'network.raw', Body: lazyWithWords(() => import('./raw/tab.tsx'), 'RawTab') },
  versions: {
    label: 'network.versions',
    Body: lazyWithWords(() => import('./versions/tab.tsx'), 'VersionsTab'),
  },
} as const
type Tab = keyof typeof tabs
const names = Object.keys(tabs) as Tab[] // exactly the keys above

/** `?tab=raw`; a tab's own parameters are dropped with it. */
export function NetworkPage() {
  const { t, router } = useApp()
  const given = useParam('tab')
  const tab = names.find((name) => name === given) ?? 'routing'
  const open = (next: string | null) => router.go(`panel/network${next === 'routing' ? '' : `?tab=${next}`}`)
  return (
    <Page title={t('nav.network')}>
      <DraftProvider>
        <Tabs
          value={tab}
          onChange={open}
          keepMounted={false}
          classNames={{ list: 'pageTabs', tab: 'pageTab' }}
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
        <DraftBar />
        {/* `?review=1`: what the draft changes, who is affected and what the core says, before anything is stored. */}
        <SideDrawer param="review" size={760} title={() => t('shell.reviewTitle')}>
          {(_, close) => <Review onDone={close} />}
        </SideDrawer>
      </DraftProvider>
    </Page>
  )
}

function Review({ onDone }: { onDone: () => void }) {
  const { t } = useApp()
  const { isDirty, template } = useDraft()
  const apply = useApply(onDone)
  // While it slides out there is nothing left to review.
  if (!isDirty && !apply.isSuccess)
    return (
      <EmptyState icon={CheckIcon} title={t('network.reviewNoneTitle')} text={t('network.reviewNoneText')} />
    )
  return (
    <ReviewBody
      asked={{ template }}
      verb={t('network.reviewApply')}
      verbRestart={t('network.reviewApplyRestart')}
      verbLater={t('network.reviewApplyLater')}
      busy={apply.isPending}
      failure={apply.error}
      onApply={apply.mutate}
    />
  )
}

/** The number of unapplied changes, and buttons to review or discard. Shown on every tab. */
function DraftBar() {
  const { t, router, questions } = useApp()
  const { isDirty, isStale, count, discard } = useDraft()
  useLeaveGuard(isDirty, undefined, t('network.leave'))
  if (!isDirty) return null
  const review = () => router.setParams({ review: '1', rule: undefined }, 'push')
  async function askDiscard() {
    const question = {
      title: t('network.discardTitle'),
      text: t('network.discardText', { count }),
      verb: t('network.discard'),
      danger: true,
    }
    if (await questions.ask(question)) discard()
  }
  return (
    <section className="changeBar" aria-label={t('network.unapplied')}>
      {isStale && (
        <Alert color="orange" title={t('network.staleTitle')}>
          <p>{t('network.staleText')}</p>
          <Button label={t('network.staleTake')} size="xs" mt="xs" onClick={discard} />
        </Alert>
      )}
      <div className="wrapRow8">
        <span className={styles.count}>{t('network.changes', { count })}</span>
        <Button label={t('network.discard')} onClick={() => void askDiscard()} />
        <Button label={t('network.review')} primary onClick={review} />
      </div>
    </section>
  )
}
