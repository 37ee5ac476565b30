import { Alert, Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Status } from '#contract/status.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { newClientPath, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { useCell } from '../../ui/cell.ts'
import { ClientsIcon, DownIcon, PlusIcon, PowerIcon, RenewIcon, UpIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { sayError } from '../../ui/say-error.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { AttentionList } from './attention-list.tsx'
import { CoreCard, CoreVersionDrawer } from './core-card.tsx'
import { Figures } from './figures.tsx'
import { needsOf, todayOf } from './needs.ts'
import styles from './sluice.module.css'
import { useCoreActions } from './use-core-actions.ts'

const recentAlerts = endpoints.notices.list
/** Loaded once there is something to list, and its place is in view. */
const RecentAlerts = lazyWithWords(() => import('./recent-alerts.tsx'), 'RecentAlerts', 'alerts')
/** Charts, servers and machine: loaded after the figures. */
const HomeDetails = lazyWithWords(() => import('./home-details.tsx'), 'HomeDetails')

/** The frame is there at once; figures, then the picture, arrive in places that were kept for them. */
export function HomePage() {
  const { t, measures, router } = useApp()
  const { data: status, error, refetch } = useReply(endpoints.status.status)
  const home = useHome()

  const setup = useReply(endpoints.setup.state)
  const fresh = setup.data?.open === true
  useEffect(() => {
    if (fresh) router.go(paths.setup, 'replace') // an empty panel has nothing to show yet
  }, [fresh, router])

  return (
    <Page
      title={t('home.title')}
      wide
      about={
        status ? (
          <>
            {t('shell.version', { version: status.panelVersion })} ·{' '}
            {t('home.up', { time: measures.duration(status.uptime) })}
          </>
        ) : (
          '\u00a0'
        )
      }
      actions={
        <Button
          label={t('shell.clientsNew')}
          primary
          icon={PlusIcon}
          onClick={() => router.go(newClientPath)}
        />
      }
    >
      {error && !status && (
        <Alert color="red" role="alert" title={t('home.failed')} mb="md">
          <p>{sayError(t, error)}</p>
          <Button label={t('error.retry')} primary size="xs" mt="sm" onClick={() => refetch()} />
        </Alert>
      )}
      <div className="stack16">
        <Figures summary={home.summary} online={home.online} />
        <Sluice
          status={status ?? undefined}
          online={home.online}
          isReady={status !== undefined && home.summary !== undefined}
        />
        {status && <Rest status={status} home={home} />}
        {!status && !error && <Skeleton height={120} radius="lg" />}
      </div>
    </Page>
  )
}

function Rest({ status, home }: { status: Status; home: ReturnType<typeof useHome> }) {
  const { t, work } = useApp()
  const { data: recent } = useReply(recentAlerts, { query: { limit: 6 }, staleTime: 0 })
  const isInstalling = useCell(work.now) !== undefined
  const isIdle = useIdle()
  const now = useMinute()
  const actions = useCoreActions()
  const isRunning = status.xray.state === 'running'
  const restart = () => void (isRunning ? actions.restart() : actions.start())
  const verbs = [
    { id: 'core.restart', label: t('home.verbRestart'), icon: RenewIcon, run: restart },
    { id: 'core.stop', label: t('home.verbStop'), icon: PowerIcon, run: () => void actions.stop() },
  ]
  useCommands(
    t('home.core'),
    verbs.slice(0, isRunning ? 2 : 1).map((verb) => ({ ...verb, disconnects: true })),
  )
  return (
    <>
      <AttentionList
        needs={needsOf({ ...home, status, now, isInstalling })}
        isKnown={home.summary !== undefined}
        status={status}
        actions={actions}
      />
      <CoreCard core={status.xray} actions={actions} />
      {isIdle && (
        <Suspense fallback={<Skeleton height={420} radius="lg" />}>
          <HomeDetails status={status} heaviest={home.heaviest} />
        </Suspense>
      )}
      {recent && recent.alerts.length > 0 && (
        <WhenSeen>
          <Suspense fallback={null}>
            <RecentAlerts recent={recent} />
          </Suspense>
        </WhenSeen>
      )}
      <CoreVersionDrawer />
    </>
  )
}

/** True once the browser has nothing more urgent to do: what is below the first screen must not delay it. */
function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const done = () => setIsIdle(true)
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(done, 50) // Safari
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(done, { timeout: 1_000 })
    return () => cancelIdleCallback(asked)
  }, [])
  return isIdle
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** One page of ten clients; the reply includes the counts of all. */
function useHome() {
  const hour = Math.floor(useMinute() / HOUR) * HOUR // as on the clients page, so that both show the same number
  // The contract's query has every key; absent ones are not sent.
  const most = { page: 1, pageSize: 10, sort: 'traffic', order: 'descend' } as never
  const soon = { ...todayOf(hour), page: 1, pageSize: 1 } as never // as above
  const page = useReply(endpoints.clients.listPaged, { query: most }).data
  const today = useReply(endpoints.clients.listPaged, { query: soon }).data
  const online = useReply(endpoints.clients.onlines).data
  // A renewed certificate is not announced, so it is refetched when the user returns.
  const certificates = useReply(endpoints.tlsTools.certificates, { staleTime: HOUR }).data
  // Nor are failed logins.
  const refused = useReply(endpoints.session.refused, { staleTime: 0, refetchInterval: MINUTE }).data
  const metering = useReply(endpoints.traffic.state, { staleTime: 0, refetchInterval: MINUTE }).data
  const nodes = useReply(endpoints.nodes.needs, { staleTime: 0 }).data
  return {
    summary: page?.summary,
    heaviest: page?.items,
    today: today?.filtered ?? 0,
    online: online?.length,
    certificates,
    refused,
    clockJump: metering?.clock.jumpMs,
    nodes,
  }
}

/** Renders its children once their place is scrolled into view: what they need is not part of the first load. */
function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!place.current || isSeen) return
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen])
  return isSeen ? children : <div ref={place} style={{ minBlockSize: 1 }} />
}

/** The graph is in its own chunk: the page is there before it. */
const Flows = lazyWithWords(() => import('./flows.tsx'), 'Flows', 'topology')

interface Props {
  status: Status | undefined
  online: number | undefined
  /** False until the figures are there: the graph must not delay them. */
  isReady: boolean
}

/** People in on one side, bytes out on the other, and where they flow between. */
function Sluice({ status, online, isReady }: Props) {
  const { t, measures } = useApp()
  const rate = status?.clientIO
  const say = (bytes: number | undefined) => (bytes === undefined ? '–' : measures.rate(bytes))
  return (
    <section className={styles.sluice} aria-label={t('home.sluice')} data-sluice>
      <header className={styles.head}>
        <p className={styles.people}>
          <ClientsIcon size={18} />
          {online === undefined ? '–' : t('home.people', { count: online })}
        </p>
        <Link to="panel/inbounds?view=topology" className={styles.open}>
          {t('home.openTopology')}
        </Link>
        <p className={styles.bytes}>
          <span className={styles.measure}>{t('home.measure')}</span>
          <span data-figure="down">
            <DownIcon size={16} /> {say(rate?.down)}
          </span>
          <span data-figure="up">
            <UpIcon size={16} /> {say(rate?.up)}
          </span>
        </p>
      </header>
      <div className={styles.stage}>
        {isReady && (
          <Suspense fallback={null}>
            <Flows />
          </Suspense>
        )}
      </div>
    </section>
  )
}
