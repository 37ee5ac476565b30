import type { ReactNode } from 'react'
import { endpoints } from '../../../api/endpoints.ts'
import { useReply } from '../../../api/use-reply.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/link.tsx'
import layout from '../../../ui/layout.module.css'
import { Loaded } from '../../../ui/loaded.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { Card } from '../card.tsx'
import styles from '../security.module.css'
import type { SettingWords } from '../words.ts'

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** Version information for problem reports. */
export function AboutPanel({ words }: { words: SettingWords }) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const about = useReply(endpoints.backup.about, { staleTime: 0 })
  return (
    <Card id="about" words={words}>
      <Loaded query={about} rows={5}>
        {({ version, coreVersion, nodeVersion, platform, licence, database, startedAt }) => (
          <>
            <dl className={styles.facts}>
              <Fact name={t('about.panel')}>Sluice {version}</Fact>
              <Fact name={t('about.core')}>
                {coreVersion === 'Unknown' ? t('about.noCore') : `Xray ${coreVersion}`}
              </Fact>
              <Fact name={t('about.database')}>
                {engines[database.engine]} {database.version} · {measures.bytes(database.bytes)}
              </Fact>
              <Fact name={t('about.runtime')}>
                Node.js {nodeVersion} · {platform}
              </Fact>
              <Fact name={t('about.uptime')}>
                {measures.duration(Math.max(0, Math.floor((now - startedAt) / 1000)))}
              </Fact>
              <Fact name={t('about.licence')}>{licence}</Fact>
            </dl>
            <p className={layout.intro}>{t('about.docs')}</p>
            <Link to={paths.health} className={styles.link}>
              {t('shell.healthTitle')}
            </Link>{' '}
            <Link to={paths.apiDocs} className={styles.link}>
              {t('shell.docsTitle')}
            </Link>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
