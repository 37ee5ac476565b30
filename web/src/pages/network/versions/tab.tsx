import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ConfigVersion } from '#contract/core-api.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { useUrlState } from '../../../router/use-url-state.ts'
import { useApp } from '../../../services.tsx'
import { actorOf } from '../../../ui/actor-words.ts'
import { Button } from '../../../ui/button.tsx'
import { ResetIcon } from '../../../ui/icons.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { useDraft } from '../draft/draft.tsx'
import { ReviewBody } from '../review/body.tsx'
import { ConfigChanges } from '../review/config-changes.tsx'
import { type Applying, useForgetConfig } from '../review/use-apply.ts'
import styles from './versions.module.css'

/**
 * Every configuration that ran, with author, time and reason; any two can be compared, and each can be
 * restored.
 */
export function VersionsTab() {
  const { t, measures } = useApp()
  const versions = useReply(endpoints.core.configVersions)
  return (
    <Loaded query={versions} rows={6}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState icon={ResetIcon} title={t('versions.noneTitle')} text={t('versions.noneText')} />
        ) : (
          <>
            <VersionDiff versions={list} />
            <ol className="stack8" aria-label={t('network.versions')}>
              {list.map((version) => (
                <Version key={version.id} version={version} newest={list[0]?.id ?? 0} />
              ))}
            </ol>
            {/* `?rollback=7`: what it changes and who is affected, then the rollback. */}
            <SideDrawer
              param="rollback"
              size={760}
              title={(id) => t('versions.rollbackTitle', { id: measures.count(Number(id)) })}
            >
              {(id, close) => <Rollback key={id} id={Number(id)} onDone={close} />}
            </SideDrawer>
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
  const { t, measures, router } = useApp()
  const now = useMinute()
  const { id, at, reason, current } = version
  const why = reasons[reason]
  const who = actorOf(version, t)
  return (
    <li className={styles.version} data-version={id}>
      <span className={styles.number}>{measures.count(id)}</span>
      <div>
        <div className={styles.line}>
          {why ? t(why) : reason}
          {current && <StatusWord tone="good" word={t('versions.current')} />}
        </div>
        <div className="dim86">
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
            label={t('versions.compare')}
            size="xs"
            onClick={() => router.setParams({ from: String(id), to: String(newest) })}
          />
          <Button
            label={t('versions.rollback')}
            size="xs"
            onClick={() => router.setParams({ rollback: String(id) }, 'push')}
          />
        </div>
      )}
    </li>
  )
}

function Rollback({ id, onDone }: { id: number; onDone: () => void }) {
  const { t, api, queries, toasts } = useApp()
  const { isDirty } = useDraft()
  const forget = useForgetConfig()
  const back = useMutation({
    async mutationFn({ restart }: Applying) {
      await api.call(endpoints.core.rollback, { params: { id } })
      if (restart) await api.call(endpoints.core.restart)
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [endpoints.xray.read.path] })
      await forget()
      toasts.show({ tone: 'good', text: t('versions.rolledBack') })
      onDone()
    },
  })
  return (
    <>
      {isDirty && <p role="note">{t('versions.draftStays')}</p>}
      <ReviewBody
        asked={{ version: id }}
        verb={t('versions.rollback')}
        verbRestart={t('versions.rollbackRestart')}
        verbLater={t('versions.rollbackLater')}
        busy={back.isPending}
        failure={back.error}
        onApply={back.mutate}
      />
    </>
  )
}

/** `?from=3&to=7`; without them, the last change. */
function VersionDiff({ versions }: { versions: readonly ConfigVersion[] }) {
  const { t, measures } = useApp()
  const [givenFrom, setFrom] = useUrlState('from')
  const [givenTo, setTo] = useUrlState('to')
  const ids = versions.map(({ id }) => id)
  const pick = (given: string, otherwise: number) => ids.find((id) => String(id) === given) ?? otherwise
  const to = pick(givenTo, ids[0] ?? 0)
  const from = pick(givenFrom, ids[ids.indexOf(to) + 1] ?? to)
  const data = versions.map(({ id, at }) => ({
    value: String(id),
    label: `${measures.count(id)} · ${measures.moment(at)}`,
  }))
  return (
    <section className={styles.diff} aria-labelledby="version-diff">
      <h2 id="version-diff" className="cardTitle">
        {t('versions.diff')}
      </h2>
      <div className={styles.pick}>
        <NativeSelect
          label={t('versions.from')}
          value={String(from)}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data={data}
        />
        <NativeSelect
          label={t('versions.to')}
          value={String(to)}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={data}
        />
      </div>
      <Difference from={from} to={to} />
    </section>
  )
}

function Difference({ from, to }: { from: number; to: number }) {
  const diff = useReply(endpoints.core.configDiff, { query: { from, to } })
  return (
    <Loaded query={diff} rows={3}>
      {(changes) => <ConfigChanges changes={changes} more={0} />}
    </Loaded>
  )
}
