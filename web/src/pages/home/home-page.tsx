import { Alert, Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import type { Status } from '#contract/status.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useHealth } from '../../health/use-health.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { newClientPath, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { useCell } from '../../ui/cell.ts'
import { ClientsIcon, DownIcon, PlusIcon, PowerIcon, RenewIcon, UpIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { sayError, useSayCoded } from '../../ui/say-error.ts'
import { Loaded } from '../../ui/states.tsx'
import { AttentionList } from './attention-list.tsx'
import { CoreCard, CoreVersionDrawer } from './core-card.tsx'
import { Figures } from './figures.tsx'
import { needsIn } from './needs-in.ts'
import styles from './sluice.module.css'
import { type CoreActions, useCoreActions } from './use-core-actions.ts'

const recentAlerts = endpoints.notices.list
/** Loaded once there is something to list, and its place is in view. */
const RecentAlerts = lazyWithWords(() => import('./recent-alerts.tsx'), 'RecentAlerts', 'alerts')
/** Charts, servers and machine: loaded after the figures. */
const HomeDetails = lazyWithWords(() => import('./home-details.tsx'), 'HomeDetails')

/** What needs somebody first, then figures, then who carries the load; the rest is below the first screen. */
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
      <Findings status={status ?? undefined}>
        {(actions) => (
          <>
            <Figures summary={home.summary} online={home.online} />
            <Load status={status ?? undefined} online={home.online}>
              {status && <Rest status={status} heaviest={home.heaviest} actions={actions} />}
            </Load>
          </>
        )}
      </Findings>
    </Page>
  )
}

interface FindingsProps {
  status: Status | undefined
  children(actions: CoreActions): ReactNode
}

/** What is below waits for the findings, because it would move when they arrive. */
function Findings({ status, children }: FindingsProps) {
  const { work } = useApp()
  const health = useHealth()
  const actions = useCoreActions()
  const isInstalling = useCell(work.now) !== undefined
  const needs = health.data ? needsIn(health.data, isInstalling) : []
  const say = useSayCoded(needs.find(({ sentenceCoded }) => sentenceCoded)?.sentenceCoded)
  const isSaid = needs.every(({ sentenceCoded, sentence }) => say(sentenceCoded, sentence) !== '')
  if (health.isPending || !isSaid) return <Skeleton height={200} radius="lg" />
  return (
    <div className="stack16">
      <Loaded query={health} rows={1}>
        {(known) => <AttentionList health={known} needs={needs} {...{ say, status, actions }} />}
      </Loaded>
      {children(actions)}
    </div>
  )
}

interface RestProps {
  status: Status
  heaviest: ClientSlim[] | undefined
  actions: CoreActions
}

function Rest({ status, heaviest, actions }: RestProps) {
  const { t } = useApp()
  const { data: recent } = useReply(recentAlerts, { query: { limit: 6 }, staleTime: 0 })
  const isIdle = useIdle()
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
      {isIdle && (
        <Suspense fallback={<Skeleton height={420} radius="lg" />}>
          <HomeDetails status={status} heaviest={heaviest}>
            <CoreCard core={status.xray} actions={actions} />
          </HomeDetails>
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

/** One page of ten clients; the reply includes the counts of all. */
function useHome() {
  // The contract's query has every key; absent ones are not sent.
  const most = { page: 1, pageSize: 10, sort: 'traffic', order: 'descend' } as never
  const page = useReply(endpoints.clients.listPaged, { query: most }).data
  const online = useReply(endpoints.clients.onlines).data
  useReply(endpoints.usage.summary) // for the figures, which wait for the findings
  return { summary: page?.summary, heaviest: page?.items, online: online?.length }
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

/** In its own chunk: the page is there before it. */
const Flows = lazyWithWords(() => import('./flows.tsx'), 'Flows')

interface LoadProps {
  status: Status | undefined
  online: number | undefined
  children: ReactNode
}

/** Inbounds by load, and what follows them once their number is known. */
function Load({ status, online, children }: LoadProps) {
  const { t, measures } = useApp()
  const [isThere, setThere] = useState(false)
  const done = useCallback(() => setThere(true), [])
  const rate = status?.clientIO
  const say = (bytes: number | undefined) => (bytes === undefined ? '–' : measures.rate(bytes))
  return (
    <>
      <section className={styles.sluice} aria-label={t('home.byLoad')} data-sluice>
        <header className={styles.head}>
          <h2 className="cardTitle">{t('home.byLoad')}</h2>
          <p className={styles.people}>
            <ClientsIcon size={18} />
            {online === undefined ? '–' : t('home.people', { count: online })}
          </p>
          <p className={styles.bytes} title={t('home.measureAbout')}>
            <span data-figure="down">
              <DownIcon size={16} /> {say(rate?.down)}
            </span>
            <span data-figure="up">
              <UpIcon size={16} /> {say(rate?.up)}
            </span>
          </p>
          <Link to={`${paths.inbounds}?view=topology`} className={styles.open}>
            {t('home.openTopology')}
          </Link>
        </header>
        <Suspense fallback={null}>
          <Flows onThere={done} />
        </Suspense>
      </section>
      {isThere && children}
    </>
  )
}
