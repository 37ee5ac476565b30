import type { ReactNode } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import type { Status } from '#contract/status.ts'
import { onNode } from '#domain/health/subject.ts'
import { HealthWord } from '../../health/health-word.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useServices } from '../../services.tsx'
import { Card } from '../../ui/card.tsx'
import { useCell } from '../../ui/cell.ts'
import { DownIcon, UpIcon } from '../../ui/icons.tsx'
import { useNodes } from '../nodes/use-nodes.ts'
import styles from './home-page.module.css'
import { MachineTiles } from './machine-tiles.tsx'
import { ThroughputCard } from './throughput-card.tsx'

interface Props {
  status: Status
  heaviest: ClientSlim[] | undefined
  /** The core, between the servers and this machine. */
  children: ReactNode
}

/** The part of Home below the first screen. Loaded separately. */
export function HomeDetails({ status, heaviest, children }: Props) {
  return (
    <>
      <div className={styles.columns}>
        <ThroughputCard status={status} />
        <TopClients heaviest={heaviest} />
      </div>
      <ServersStrip />
      {children}
      <MachineTiles status={status} />
    </>
  )
}

/** The other servers, each with a link to its page. */
function ServersStrip() {
  const { t, measures } = useTranslation()
  const { data: nodes = [] } = useNodes()
  if (nodes.length === 0) return null
  return (
    <Card title={t('home.servers')}>
      <ul className={styles.strip}>
        {nodes.map(({ id, name, enable, status, onlineCount, cpuPct, memPct }) => (
          <li key={id} className={styles.server}>
            <Link to={`${paths.nodes}?n=${id}`} className={styles.serversStripName} dir="auto">
              {name}
            </Link>
            <HealthWord select={(all) => onNode(all, id)} isOff={!enable} isUnasked={status !== 'online'} />
            <span className={styles.dim}>
              {t('home.serverFigures', {
                count: onlineCount,
                cpu: measures.percent(cpuPct),
                memory: measures.percent(memPct),
              })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const sumOf = ({ up, down }: { up: number; down: number }) => up + down

/** The clients with the most traffic right now or, without traffic, since the counters were reset. */
function TopClients({ heaviest }: { heaviest: readonly ClientSlim[] | undefined }) {
  const { t, measures } = useTranslation()
  const talking = useCell(useServices().topClients.top)
  const isLive = talking.length > 0
  const totals = (heaviest ?? []).map(({ email, traffic: { up, down } }) => ({ email, up, down }))
  const rows = isLive ? talking : totals.filter((row) => sumOf(row) > 0)
  const amount = isLive ? measures.rate : measures.bytes
  const most = Math.max(1, ...rows.map(sumOf))
  return (
    <Card title={t('home.topClients')} data-live={isLive}>
      <p className={styles.about}>{t(isLive ? 'home.topClientsLive' : 'home.topClientsTotal')}</p>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('home.topClientsNone')}</p>
      ) : (
        <ol>
          {rows.map((row) => (
            <li key={row.email} className={styles.row}>
              <Link
                to={`panel/clients?${new URLSearchParams({ c: row.email })}`}
                className={styles.topClientsName}
                dir="auto"
              >
                {row.email}
              </Link>
              <span className={styles.figure}>
                <DownIcon size={13} /> {amount(row.down)}
              </span>
              <span className={styles.figure}>
                <UpIcon size={13} /> {amount(row.up)}
              </span>
              <span className={styles.bar} style={{ inlineSize: `${(sumOf(row) * 100) / most}%` }} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
