import { Suspense } from 'react'
import type { Status } from '#contract/status.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { ClientsIcon, DownIcon, UpIcon } from '../../ui/icons.tsx'
import styles from './sluice.module.css'

/** The graph is in its own chunk: the page is there before it. */
const Flows = lazyWithWords(() => import('./flows.tsx'), 'Flows', 'topology')

interface Props {
  status: Status | undefined
  online: number | undefined
  /** False until the figures are there: the graph must not delay them. */
  isReady: boolean
}

/** People in on one side, bytes out on the other, and where they flow between. */
export function Sluice({ status, online, isReady }: Props) {
  const { t, measures } = useTranslation()
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
