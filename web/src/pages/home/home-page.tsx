import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import type { Status } from '#contract/status.ts'
import { endpoints } from '../../api/endpoints.ts'
import { noticeEndpoints } from '../../api/notice-endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { newClientPath, paths } from '../../paths.ts'
import { useServices } from '../../services.tsx'
import { useCell } from '../../ui/cell.ts'
import { PlusIcon, PowerIcon, RenewIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { sayError } from '../../ui/say-error.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { WhenSeen } from '../../ui/when-seen.tsx'
import { useVerbs } from '../../verbs/use-verbs.ts'
import { AttentionList } from './attention-list.tsx'
import { CoreCard } from './core-card.tsx'
import { CoreVersionDrawer } from './core-version-drawer.tsx'
import { Counts } from './counts.tsx'
import styles from './home-page.module.css'
import { MachineTiles } from './machine-tiles.tsx'
import { needsOf } from './needs.ts'
import { OnlineCard } from './online-card.tsx'
import { ThroughputCard } from './throughput-card.tsx'
import { TopClients } from './top-clients.tsx'
import { useCoreActions } from './use-core-actions.ts'
import { useHome } from './use-home.ts'

const recentAlerts = noticeEndpoints.list
/** Loaded once there is something to list, and its place is in view. */
const RecentAlerts = lazyWithWords(() => import('./recent-alerts.tsx'), 'RecentAlerts', 'alerts')

/** Loaded once; from then on the hub sends every sample. */
export function HomePage() {
  const { t, measures } = useTranslation()
  const { api, place } = useServices()
  const { data: status, error, refetch } = useQuery(replyOf(api, endpoints.status.status))

  const setup = useQuery(replyOf(api, endpoints.setup.state))
  const fresh = setup.data?.open === true
  useEffect(() => {
    if (fresh) place.go(paths.setup, 'replace') // an empty panel has nothing to show yet
  }, [fresh, place])

  return (
    <Page
      title={t('home.title')}
      about={
        status && (
          <>
            {t('shell.version', { version: status.panelVersion })} ·{' '}
            {t('home.up', { time: measures.duration(status.uptime) })}
          </>
        )
      }
      actions={
        <Button leftSection={<PlusIcon size={16} />} onClick={() => place.go(newClientPath)}>
          {t('clients.new')}
        </Button>
      }
    >
      {error && !status && (
        <Alert color="red" role="alert" title={t('home.failed')} mb="md">
          <p>{sayError(t, error)}</p>
          <Button size="xs" mt="sm" onClick={() => refetch()}>
            {t('error.retry')}
          </Button>
        </Alert>
      )}
      {status && <Picture status={status} />}
      {!status && !error && <Skeleton height={420} radius="lg" />}
    </Page>
  )
}

function Picture({ status }: { status: Status }) {
  const { t } = useTranslation()
  const { api, work } = useServices()
  const { data: recent } = useQuery({ ...replyOf(api, recentAlerts, { query: { limit: 6 } }), staleTime: 0 })
  const isInstalling = useCell(work.now) !== undefined
  const { summary, heaviest, today, online, inbounds, certificates, refused, nodes } = useHome()
  const now = useMinute()
  const actions = useCoreActions(online ?? 0)
  const isRunning = status.xray.state === 'running'
  useVerbs(t('home.core'), [
    {
      id: 'core.restart',
      label: t('home.verbRestart'),
      icon: RenewIcon,
      disconnects: true,
      run: () => void (isRunning ? actions.restart() : actions.start()),
    },
    ...(isRunning
      ? [
          {
            id: 'core.stop',
            label: t('home.verbStop'),
            icon: PowerIcon,
            disconnects: true as const,
            run: () => void actions.stop(),
          },
        ]
      : []),
  ])
  return (
    <div className={styles.grid}>
      <AttentionList
        needs={needsOf({ status, summary, today, certificates, refused, nodes, now, isInstalling })}
        isKnown={summary !== undefined}
        status={status}
        actions={actions}
      />
      <CoreCard core={status.xray} actions={actions} />
      <Counts summary={summary} inbounds={inbounds} />
      <div className={styles.columns}>
        <ThroughputCard status={status} />
        <OnlineCard online={online} />
        <TopClients heaviest={heaviest} />
      </div>
      <MachineTiles status={status} />
      {recent && recent.alerts.length > 0 && (
        <WhenSeen>
          <Suspense fallback={null}>
            <RecentAlerts recent={recent} />
          </Suspense>
        </WhenSeen>
      )}
      <CoreVersionDrawer online={online ?? 0} />
    </div>
  )
}
