import { useTranslation } from '../../i18n/translation.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { type Tick, ticks } from './make-first.ts'
import styles from './setup.module.css'

const labels = {
  core: 'setup.tickCore',
  target: 'setup.tickTarget',
  inbound: 'setup.tickInbound',
  client: 'setup.tickClient',
  link: 'setup.tickLink',
} as const satisfies Record<Tick, string>

const words = {
  done: 'setup.tickDone',
  now: 'setup.tickNow',
  failed: 'setup.tickFailed',
  waiting: 'setup.tickWaiting',
} as const

/** Each call as a line with a check mark; an error is shown at the line that failed. */
export function TickList({ now, busy }: { now: Tick; busy: boolean }) {
  const { t } = useTranslation()
  const at = ticks.indexOf(now)
  const stateOf = (i: number) => (i < at ? 'done' : i > at ? 'waiting' : busy ? 'now' : 'failed')
  return (
    <ul className={styles.ticks} aria-label={t('setup.doing')}>
      {ticks.map((tick, i) => {
        const state = stateOf(i)
        return (
          <li key={tick} className={styles.tick} data-state={state}>
            <span className={styles.mark}>{state === 'done' && <CheckIcon size={14} />}</span>
            {t(labels[tick])}
            <span className={styles.word}>{t(words[state])}</span>
          </li>
        )
      })}
    </ul>
  )
}
