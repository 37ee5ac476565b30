import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useNodes } from '../nodes/use-nodes.ts'
import styles from './servers-strip.module.css'

const faces = {
  online: { tone: 'good', word: 'home.serverOnline' },
  offline: { tone: 'bad', word: 'home.serverOffline' },
  unknown: { tone: 'none', word: 'home.serverUnknown' },
} as const
type State = keyof typeof faces

/** The other servers, each with a link to its page. */
export function ServersStrip() {
  const { t, measures } = useTranslation()
  const { data: nodes = [] } = useNodes()
  if (nodes.length === 0) return null
  return (
    <Card title={t('home.servers')}>
      <ul className={styles.strip}>
        {nodes.map(({ id, name, status, onlineCount, cpuPct, memPct }) => {
          const { tone, word } = faces[status in faces ? (status as State) : 'unknown']
          return (
            <li key={id} className={styles.server}>
              <Link to={`${paths.nodes}?n=${id}`} className={styles.name} dir="auto">
                {name}
              </Link>
              <StatusWord tone={tone} word={t(word)} />
              <span className={styles.dim}>
                {t('home.serverFigures', {
                  count: onlineCount,
                  cpu: measures.percent(cpuPct),
                  memory: measures.percent(memPct),
                })}
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
