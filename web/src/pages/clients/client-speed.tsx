import type { SpeedNow } from '#contract/terms.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { useCell } from '../../ui/cell.ts'
import { DownIcon, UpIcon } from '../../ui/icons.tsx'
import { Meter } from '../../ui/meter.tsx'
import styles from './client-drawer.module.css'
import { megabitsNow } from './speed-now.ts'

/** How fast a client is now, how fast it may be, and why. */
export function ClientSpeed({ email }: { email: string }) {
  const { t, topClients } = useApp()
  const rate = useCell(topClients.rates).get(email)
  const { data } = useReply(endpoints.clientDetails.terms, { params: { email }, staleTime: 0 })
  if (!data) return null
  return (
    <section className="box" aria-label={t('speed.title')}>
      <span className="dim80">{t('speed.title')}</span>
      <Direction
        icon={DownIcon}
        bytes={rate?.down ?? 0}
        limit={data.down}
        label={t('clientForm.speedDown')}
      />
      <Direction icon={UpIcon} bytes={rate?.up ?? 0} limit={data.up} label={t('clientForm.speedUp')} />
    </section>
  )
}

interface DirectionProps {
  icon: typeof DownIcon
  /** Bytes per second. */
  bytes: number
  limit: SpeedNow
  label: string
}

function Direction({ icon: Icon, bytes, limit: { speed, reason }, label }: DirectionProps) {
  const { t, measures } = useApp()
  const { now, share, limit } = megabitsNow(bytes, speed)
  return (
    <div>
      <div className={styles.speed}>
        <span>
          <Icon size={15} />{' '}
          <bdi>
            {speed > 0
              ? t('speed.of', { now: measures.count(now), limit: measures.count(limit) })
              : t('speed.now', { now: measures.count(now) })}
          </bdi>
        </span>
        <span className="dim">{reason === '' ? t('speed.none') : t(`speed.${reason}`)}</span>
      </div>
      {speed > 0 && <Meter share={share} label={label} />}
    </div>
  )
}
