import { TextInput } from '@mantine/core'
import type { Finding, HealthSubject } from '#contract/health-api.ts'
import { checkedWords } from '../../health/checked.ts'
import { pageOf, placeName, placeOf } from '../../health/finding-places.ts'
import { FixButton } from '../../health/fix-button.tsx'
import type { useHealthCalls } from '../../health/use-health.ts'
import { isolated } from '../../i18n/measures.ts'
import { type Translate, useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { useApp } from '../../services.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import styles from './health.module.css'

interface Props {
  finding: Finding
  calls: ReturnType<typeof useHealthCalls>
  now: number
}

/** One finding or passed check: whom it is about, since when, when it was looked at, and what can be done. */
export function FindingRow({ finding, calls, now }: Props) {
  const words = useTranslation()
  const { t, measures } = words
  const { action, sentence, sentenceCoded, since, checkedAt, seenBy, muted, state } = finding
  const text = useSayCoded(sentenceCoded)(sentenceCoded, sentence)
  const to = pageOf(action)
  const page = to === undefined ? '' : placeName(t, finding, to)
  const command = action && 'command' in action ? action.command : undefined
  return (
    <li className={styles.row} data-check={finding.id} data-state={state}>
      <div className={styles.body}>
        <p dir="auto">{text}</p>
        <p className={styles.facts}>
          <Subject subject={finding.subject} />
          {state !== 'ok' && <span>{t('health.since', { when: measures.moment(since) })}</span>}
          <span>{checkedWords(checkedAt, now, words)}</span>
          {seenBy !== '' && <span>{t('health.seenBy', { name: isolated(seenBy) })}</span>}
        </p>
        {muted && (
          <p className={styles.facts} dir="auto">
            {t('health.mutedBy', {
              by: isolated(muted.by),
              when: measures.moment(muted.at),
              reason: isolated(muted.reason),
            })}
          </p>
        )}
        {command !== undefined && (
          <div className={styles.command}>
            <code dir="ltr">{command}</code>
            <CopyButton text={command} what={t('health.command')} />
          </div>
        )}
      </div>
      <FixButton id={finding.id} action={action} text={text} />
      {to !== undefined && (
        <Link to={to} className={styles.open} aria-label={t('health.openFor', { page, sentence: text })}>
          {t('finding.open', { page })}
        </Link>
      )}
      {state !== 'ok' && <MuteButton finding={finding} text={text} calls={calls} />}
    </li>
  )
}

function nameOf(t: Translate, { kind, name }: HealthSubject): string {
  if (kind === 'inbound' || kind === 'node' || kind === 'outbound' || kind === 'name')
    return t(`health.about.${kind}`, { name: isolated(name) })
  return t(`health.about.${kind}`)
}

function Subject({ subject }: { subject: HealthSubject }) {
  const { t } = useTranslation()
  const to = placeOf(subject)
  const name = nameOf(t, subject)
  return to ? <Link to={to}>{name}</Link> : <span>{name}</span>
}

function MuteButton({ finding: { id, muted }, text, calls }: Omit<Props, 'now'> & { text: string }) {
  const { t } = useTranslation()
  const ask = useReason()
  async function mute() {
    const reason = await ask()
    if (reason) calls.mute.mutate({ body: { id, reason } })
  }
  const label = t(muted ? 'health.unmute' : 'health.mute')
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={`${label}: ${text}`}
      disabled={calls.mute.isPending || calls.unmute.isPending}
      onClick={() => (muted ? calls.unmute.mutate({ body: { id } }) : void mute())}
    >
      {label}
    </button>
  )
}

/** Asks why; undefined if the operator changed their mind. */
function useReason(): () => Promise<string | undefined> {
  const { t, questions } = useApp()
  return async () => {
    let reason = ''
    const question = {
      title: t('health.muteTitle'),
      verb: t('health.mute'),
      text: (
        <div className="stack12">
          <p>{t('health.muteText')}</p>
          <TextInput
            label={t('health.muteReason')}
            name="reason"
            data-autofocus
            required
            pattern=".*\S.*"
            maxLength={300}
            dir="auto"
            onChange={(event) => {
              reason = event.currentTarget.value
            }}
          />
        </div>
      ),
    }
    return (await questions.ask(question)) ? reason.trim() || undefined : undefined
  }
}
