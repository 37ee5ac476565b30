import { useQuery } from '@tanstack/react-query'
import type { Status } from '#contract/status.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import styles from './machine-tiles.module.css'
import { Sparkline } from './sparkline.tsx'
import { Tile } from './tile.tsx'

const shareOf = ({ current, total }: { current: number; total: number }) =>
  total > 0 ? (current * 100) / total : 0

export function MachineTiles({ status }: { status: Status }) {
  const { t, measures } = useTranslation()
  const { api } = useServices()
  const { bytes, percent, decimal } = measures
  const { mem, disk, loads } = status
  const cpu =
    useQuery(replyOf(api, endpoints.status.history, { params: { metric: 'cpu', bucket: 2 } })).data ?? []
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
