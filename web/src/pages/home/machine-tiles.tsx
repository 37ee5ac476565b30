import type { ReactNode } from 'react'
import type { Status } from '#contract/status.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './machine-tiles.module.css'
import { Sparkline } from './sparkline.tsx'

const shareOf = ({ current, total }: { current: number; total: number }) =>
  total > 0 ? (current * 100) / total : 0

export function MachineTiles({ status }: { status: Status }) {
  const { t, measures } = useTranslation()
  const { bytes, percent, decimal } = measures
  const { mem, disk, loads } = status
  const cpu = useReply(endpoints.status.history, { params: { metric: 'cpu', bucket: 2 } }).data ?? []
  const amounts = ({ current, total }: { current: number; total: number }) => ({
    used: bytes(current),
    total: bytes(total),
  })

  return (
    <div className={styles.tiles}>
      <Tile
        label={t('home.cpu')}
        value={percent(status.cpu)}
        detail={t('home.cores', { count: status.logicalPro })}
        behind={<Sparkline points={cpu} bucket={2} top={100} />}
      />
      <Tile
        label={t('home.memory')}
        value={percent(shareOf(mem))}
        detail={t('home.usedOf', amounts(mem))}
        share={shareOf(mem)}
      />
      <Tile
        label={t('home.disk')}
        value={percent(shareOf(disk))}
        detail={t('home.usedOf', amounts(disk))}
        share={shareOf(disk)}
      />
      <Tile
        label={t('home.load')}
        value={decimal(loads[0])}
        detail={t('home.loadText', { five: decimal(loads[1]), fifteen: decimal(loads[2]) })}
        share={(loads[0] * 100) / Math.max(1, status.logicalPro)}
      />
      <Tile
        label={t('home.connections')}
        value={measures.count(status.tcpCount + status.udpCount)}
        detail={t('home.connectionsText', { tcp: status.tcpCount, udp: status.udpCount })}
      />
      <Tile
        label={t('home.panel')}
        value={bytes(status.appStats.mem)}
        detail={t('home.panelText', { time: measures.duration(status.appStats.uptime) })}
      />
    </div>
  )
}

interface Props {
  label: string
  value: string
  detail: string
  /** 0 to 100: a bar that changes colour as it fills. */
  share?: number
  /** Drawn behind the figures. */
  behind?: ReactNode
}

const toneOf = (share: number) => (share >= 90 ? 'bad' : share >= 75 ? 'warn' : 'calm')

function Tile({ label, value, detail, share, behind }: Props) {
  return (
    <section className={styles.tile} aria-label={label}>
      <h2 className="dimLabel">{label}</h2>
      <p className={styles.tileValue}>{value}</p>
      <p className={styles.detail}>{detail}</p>
      {share !== undefined && (
        <div className={styles.track} data-tone={toneOf(share)}>
          <div className={styles.fill} style={{ inlineSize: `${Math.min(100, Math.max(0, share))}%` }} />
        </div>
      )}
      {behind && <div className={styles.behind}>{behind}</div>}
    </section>
  )
}
