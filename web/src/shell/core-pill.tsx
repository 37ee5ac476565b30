import type { CoreStatus } from '#contract/status.ts'
import { endpoints, useReply } from '../api/endpoints.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { paths } from '../paths.ts'
import { Link } from '../router/link.tsx'
import { useSayAll } from '../ui/say-error.ts'
import styles from './core-pill.module.css'

const words = {
  running: { tone: 'good', label: 'core.running' },
  stop: { tone: 'warn', label: 'core.stopped' },
  error: { tone: 'bad', label: 'core.failed' },
} as const satisfies Record<CoreStatus['state'], object>

/** The state of the core on every page; details are on the home page. */
export function CorePill() {
  const { t } = useTranslation()
  const { data: status } = useReply(endpoints.status.status)
  const say = useSayAll(status?.xray.errorCoded)
  if (!status) return null
  const { tone, label } = words[status.xray.state]
  return (
    <Link
      to={paths.home}
      className={styles.pill}
      data-tone={tone}
      title={say(status.xray.errorCoded, status.xray.errorMsg) || undefined}
    >
      <span className={styles.dot} />
      <span>{t(label)}</span>
    </Link>
  )
}
