import { Popover } from '@mantine/core'
import { muteReason } from '#domain/outbounds/probe-config.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { Link } from '../../../router/link.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import styles from './outbounds.module.css'
import { latencyShare, latencyTone, type OutboundRow } from './rows.ts'
import type { Tested } from './tests.ts'

/** The name opens it; a subscription's outbound is read-only. */
export function OutboundName({ row, isDefault }: { row: OutboundRow; isDefault: boolean }) {
  const { t } = useTranslation()
  const name = <bdi>{row.tag || t('outbounds.untagged', { number: (row.index ?? 0) + 1 })}</bdi>
  return (
    <span className={styles.name}>
      {row.index === undefined ? (
        <span className={styles.nameText}>{name}</span>
      ) : (
        <Link to={`panel/network?tab=outbounds&o=${encodeURIComponent(row.key)}`} className={styles.link}>
          {name}
        </Link>
      )}
      {isDefault && <span className={styles.default}>{t('outbounds.default')}</span>}
      {row.index === undefined && <span className={styles.badge}>{t('outbounds.subscribed')}</span>}
    </span>
  )
}

export const Kind = ({ row }: { row: OutboundRow }) => (
  <span dir="ltr" className={styles.badges}>
    <span className={styles.badge} data-kind="protocol">
      {row.protocol || '?'}
    </span>
    {row.words.map((word) => (
      <span key={word} className={styles.badge}>
        {word}
      </span>
    ))}
  </span>
)

export function Bytes({ row }: { row: OutboundRow }) {
  const { t, measures } = useTranslation()
  if (row.up + row.down === 0) return <span className={styles.dim}>–</span>
  return (
    <span className={styles.figure}>
      {t('outbounds.upDown', { up: measures.bytes(row.up), down: measures.bytes(row.down) })}
    </span>
  )
}

/** A bar with its figure, or the error. */
export function TestCell({ row, tested }: { row: OutboundRow; tested: Tested | undefined }) {
  const { t, measures } = useTranslation()
  const failed = typeof tested === 'object' && !tested.success ? tested : undefined
  const say = useSayCoded(failed?.errorCoded)
  if (muteReason(row.outbound) !== undefined) return <span className={styles.dim}>{t('outbounds.mute')}</span>
  if (tested === undefined) return <span className={styles.dim}>{t('outbounds.untested')}</span>
  if (tested === 'waiting') return <span className={styles.dim}>{t('outbounds.testing')}</span>
  if (failed) {
    const reason = say(failed.errorCoded, failed.error ?? '')
    return <Reason text={t('outbounds.failed', { reason })} />
  }
  const tone = latencyTone(tested.delay)
  return (
    <span className="inlineRow8" data-test="ok">
      <span className={styles.track} aria-hidden="true">
        <span
          className={styles.fill}
          data-tone={tone}
          style={{ inlineSize: `${Math.round(latencyShare(tested.delay) * 100)}%` }}
        />
      </span>
      <span className={styles.figure}>{t('outbounds.ms', { ms: measures.count(tested.delay) })}</span>
    </span>
  )
}

/** Truncated to one line; a click shows all of it. */
const Reason = ({ text }: { text: string }) => (
  <Popover width="min(340px, 90vw)" position="bottom-end" shadow="md">
    <Popover.Target>
      <button type="button" className={styles.reason} data-test="failed">
        {text}
      </button>
    </Popover.Target>
    <Popover.Dropdown className={styles.reasonText ?? ''} dir="auto">
      {text}
    </Popover.Dropdown>
  </Popover>
)
