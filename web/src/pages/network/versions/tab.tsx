import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ConfigVersion } from '#contract/core-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { replyOf } from '../../../api/queries.ts'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { actorOf } from '../../../ui/actor-words.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ResetIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { VersionDiff } from './diff.tsx'
import { RollbackDrawer } from './rollback-drawer.tsx'
import styles from './versions.module.css'

/**
 * Every configuration that ran, with author, time and reason; any two can be compared, and each can be
 * restored.
 */
export function VersionsTab() {
  const { t } = useTranslation()
  const { api } = useServices()
  const versions = useQuery(replyOf(api, endpoints.core.configVersions))
  return (
    <Loaded query={versions} rows={6}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState icon={ResetIcon} title={t('versions.noneTitle')} text={t('versions.noneText')} />
        ) : (
          <>
            <VersionDiff versions={list} />
            <ol className={styles.list} aria-label={t('network.versions')}>
              {list.map((version) => (
                <Version key={version.id} version={version} newest={list[0]?.id ?? 0} />
              ))}
            </ol>
            <RollbackDrawer />
          </>
        )
      }
    </Loaded>
  )
}

const reasons: Readonly<Record<string, PlainKey>> = {
  start: 'versions.start',
  template: 'versions.template',
  inbounds: 'versions.inbounds',
  'outbound subscriptions': 'versions.subscriptions',
  check: 'versions.check',
}

function Version({ version, newest }: { version: ConfigVersion; newest: number }) {
  const { t, measures } = useTranslation()
  const { place } = useServices()
  const now = useMinute()
  const { id, at, reason, current } = version
  const why = reasons[reason]
  const who = actorOf(version, t)
  return (
    <li className={styles.version} data-version={id}>
      <span className={styles.number}>{measures.count(id)}</span>
      <div className={styles.what}>
        <div className={styles.line}>
          {why ? t(why) : reason}
          {current && <StatusWord tone="good" word={t('versions.current')} />}
        </div>
        <div className={styles.dim}>
          {who && (
            <>
              <bdi>{who}</bdi>
              {' · '}
            </>
          )}
          <time dateTime={new Date(at).toISOString()} title={measures.fromNow(at, now)}>
            {measures.moment(at)}
          </time>
        </div>
      </div>
      {!current && (
        <div className={styles.buttons}>
          <Button
            size="xs"
            variant="default"
            onClick={() => place.setParams({ from: String(id), to: String(newest) })}
          >
            {t('versions.compare')}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => place.setParams({ rollback: String(id) }, 'push')}
          >
            {t('versions.rollback')}
          </Button>
        </div>
      )}
    </li>
  )
}
