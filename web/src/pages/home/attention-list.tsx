import { useMutation } from '@tanstack/react-query'
import type { Finding, Health } from '#contract/health-api.ts'
import type { Status } from '#contract/status.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { checkedWords } from '../../health/checked.ts'
import { placeFor, placeName } from '../../health/finding-places.ts'
import { FixButton, fixOf } from '../../health/fix-button.tsx'
import { useHealthCalls } from '../../health/use-health.ts'
import type { PlainKey } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AlertIcon, BackIcon, CheckIcon } from '../../ui/icons.tsx'
import type { sayCoded } from '../../ui/say-error.ts'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './attention-list.module.css'
import { MOST } from './needs-in.ts'
import { type CoreActions, neverRan } from './use-core-actions.ts'

interface Props {
  health: Health
  /** What of it is listed here. */
  needs: readonly Finding[]
  say: typeof sayCoded
  /** Absent until it is known. */
  status: Status | undefined
  actions: CoreActions
}

/** What needs attention now, from the findings and nothing else. */
export function AttentionList({ health, needs, ...rest }: Props) {
  const words = useApp()
  const { t } = words
  const now = useMinute()
  const { checkedAt } = health
  if (needs.length === 0)
    return (
      <p className={styles.calm} data-calm={checkedAt > 0}>
        {checkedAt > 0 && (
          <>
            <CheckIcon size={18} /> {t('home.calm')}
          </>
        )}{' '}
        {checkedWords(Math.min(checkedAt, now), now, words)}
      </p>
    )
  return (
    <Card title={t('home.needs')}>
      <ul className={styles.list}>
        {needs.slice(0, MOST).map((need) => (
          <Row key={`${need.id} ${need.seenBy}`} need={need} {...rest} />
        ))}
      </ul>
      {needs.length > MOST && (
        <Link to={paths.health} className={styles.all}>
          {t('home.allFindings', { count: needs.length })}
        </Link>
      )}
    </Card>
  )
}

type RowProps = Pick<Props, 'say' | 'status' | 'actions'> & { need: Finding }

function Row({ need, say, status, actions }: RowProps) {
  const { t, measures } = useApp()
  const { id, state, sentence, sentenceCoded, since } = need
  const text = say(sentenceCoded, sentence)
  const isCore = id === 'core'
  const to = placeFor(need)
  return (
    <li className={styles.row} data-tone={state === 'bad' ? 'bad' : 'warn'} data-need={id}>
      <AlertIcon size={18} />
      <div className={styles.body}>
        {isCore ? (
          <span dir="auto">{text}</span>
        ) : (
          <Link to={to} className={styles.link} dir="auto">
            {text}
          </Link>
        )}
        {since > 0 && (
          <span className={styles.since}>{t('home.needSince', { when: measures.moment(since) })}</span>
        )}
        {isCore && <Culprit words={sentence} />}
      </div>
      {id === 'clock' && sentenceCoded?.code === 'health.clock-jumped' ? (
        <AcceptClock />
      ) : (
        !isCore &&
        (fixOf(need.action) ? (
          <FixButton id={id} action={need.action} text={text} />
        ) : (
          <span className={styles.fix} aria-hidden="true">
            {t('finding.open', { page: placeName(t, need, to) })}
          </span>
        ))
      )}
      {isCore && status?.xray.state === 'error' && <RollBack actions={actions} />}
      {isCore && status && <CoreButton status={status} actions={actions} />}
    </li>
  )
}

/** After a clock jump, no client is disabled or renewed by date until an operator accepts the new time. */
function AcceptClock() {
  const { t, api, questions } = useApp()
  const { check } = useHealthCalls()
  const accept = useMutation({
    mutationFn: () => api.call(endpoints.traffic.acceptClock, {}),
    onSettled: () => check.mutateAsync(),
  })
  async function ask() {
    const question = {
      title: t('home.acceptClockTitle'),
      text: t('home.acceptClockText'),
      verb: t('home.acceptClock'),
    }
    if (await questions.ask(question)) accept.mutate()
  }
  return (
    <Button
      label={t('home.acceptClock')}
      primary
      size="xs"
      loading={accept.isPending}
      onClick={() => void ask()}
    />
  )
}

/** The inbound that the core's error names. */
function Culprit({ words }: { words: string }) {
  const { t } = useApp()
  const { data: inbounds = [] } = useReply(endpoints.usage.inbounds)
  const named = inbounds.find(({ tag }) => tag !== '' && words.includes(tag))
  if (!named) return null
  return (
    <Link to={`panel/inbounds?i=${named.id}`} className={styles.culprit}>
      {t('home.openInbound', { name: named.remark || named.tag })}
    </Link>
  )
}

/** Restores the last configuration that ran, if there is one. */
function RollBack({ actions }: { actions: CoreActions }) {
  const { t } = useApp()
  const { data: versions = [] } = useReply(endpoints.core.configVersions, { staleTime: 0 })
  const [last] = versions
  if (!last) return null
  return (
    <Button
      label={t('home.rollBack')}
      size="xs"
      leftSection={<BackIcon size={14} />}
      loading={actions.busy === 'rollBack'}
      onClick={() => void actions.rollBack(last)}
    />
  )
}

/** Starting a core that is not there installs it. */
function startWord(xray: Status['xray']): PlainKey {
  if (neverRan(xray)) return 'home.install'
  return xray.state === 'error' ? 'home.tryAgain' : 'home.start'
}

function CoreButton({ status: { xray }, actions }: { status: Status; actions: CoreActions }) {
  const { t } = useApp()
  // A core that runs without responding may still carry connections, so this asks first.
  const isUp = xray.uptime !== undefined
  return (
    <Button
      label={t(isUp ? 'home.restart' : startWord(xray))}
      primary
      size="xs"
      loading={actions.busy !== undefined}
      onClick={() => void (isUp ? actions.restart() : actions.start())}
    />
  )
}
