import type { LoginSession } from '#contract/session-api.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { browserWords } from './browser-words.ts'
import styles from './security.module.css'

/** Logins are not pushed: the list is polled while it is visible. */
const AGAIN_MS = 15_000

/** Active logins, with address and browser; each can be ended, or all but this one. */
export function Sessions() {
  const { t, questions } = useApp()
  const sessions = useReply(endpoints.session.list, { staleTime: 0, refetchInterval: AGAIN_MS })
  const refresh = useRefresh(endpoints.session.list)
  const ending = useCall(endpoints.session.endOthers, { onSettled: refresh })
  async function endOthers(count: number) {
    const question = { title: t('sessions.endOthersTitle', { count }), text: t('sessions.endText') }
    if (await questions.ask({ ...question, verb: t('sessions.endOthers'), danger: true })) ending.mutate()
  }
  return (
    <Loaded query={sessions} rows={2}>
      {(list) => (
        <>
          <ul className={styles.rows}>
            {list
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map((session) => (
                <SessionRow key={session.id} session={session} onEnded={refresh} />
              ))}
          </ul>
          {list.length > 1 ? (
            <Button
              label={t('sessions.endOthers')}
              mt="md"
              loading={ending.isPending}
              onClick={() => void endOthers(list.length - 1)}
            />
          ) : (
            <p className="dim85">{t('sessions.alone')}</p>
          )}
          {ending.error && <Failed error={ending.error} />}
        </>
      )}
    </Loaded>
  )
}

function SessionRow({ session, onEnded }: { session: LoginSession; onEnded(): Promise<unknown> }) {
  const { t, questions } = useApp()
  const { id, address, current } = session
  const { browser, system } = browserWords(session.userAgent)
  const name = [browser || t('sessions.unknown'), system].filter(Boolean).join(' · ')
  const ending = useCall(endpoints.session.end, { onSettled: onEnded })
  async function end() {
    const question = { title: t('sessions.endTitle', { name, address }), text: t('sessions.endText') }
    const yes = await questions.ask({ ...question, verb: t('sessions.end'), danger: true })
    if (yes) ending.mutate({ params: { id } })
  }
  return (
    <li className={styles.row}>
      <div className={styles.rowName}>
        <bdi title={session.userAgent}>{name}</bdi>
        <div className="dim85">
          <bdi dir="ltr">{address}</bdi> · <Times session={session} />
        </div>
      </div>
      {current && <StatusWord tone="good" word={t('sessions.this')} />}
      {!current && session.connected && <StatusWord tone="calm" word={t('sessions.open')} />}
      {!current && (
        <Button
          label={t('sessions.end')}
          size="sm"
          loading={ending.isPending}
          aria-label={t('sessions.endNamed', { name, address })}
          onClick={() => void end()}
        />
      )}
      {ending.error && <Failed error={ending.error} />}
    </li>
  )
}

function Times({ session: { createdAt, lastSeenAt, expiresAt } }: { session: LoginSession }) {
  const { t, measures } = useApp()
  const now = useMinute()
  const seen = lastSeenAt
    ? t('sessions.seen', { when: measures.fromNow(lastSeenAt, Math.max(now, lastSeenAt)) })
    : t('sessions.unseen')
  return (
    <span title={t('sessions.until', { when: measures.moment(expiresAt) })}>
      {t('sessions.since', { when: measures.moment(createdAt) })} · {seen}
    </span>
  )
}
