import { Alert } from '@mantine/core'
import type { Coded } from '#contract/coded.ts'
import type { Preflight, PreflightPart } from '#contract/core-preflight.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import styles from './core-versions.module.css'

interface Props {
  found: Preflight
  isInstalling: boolean
  /** Absent: there is nothing to install any more. */
  onInstall: ((force: boolean) => void) | undefined
}

/** What the trial of another version found, and the button that follows from it. */
export function PreflightResult({ found, isInstalling, onInstall }: Props) {
  const { t, measures } = useTranslation()
  const { ok, blocks, blocksCoded, notes, notesCoded, parts, apps } = found
  return (
    <>
      {ok ? (
        <Alert color="green" role="status">
          {t('preflight.fine')}
        </Alert>
      ) : (
        <Alert color="red" role="alert" title={t('preflight.blocks')}>
          <Sentences english={blocks} coded={blocksCoded} />
        </Alert>
      )}
      {notes.length > 0 && (
        <Alert color="yellow" title={t('preflight.notes')}>
          <Sentences english={notes} coded={notesCoded} />
        </Alert>
      )}
      {apps.length > 0 && (
        <section>
          <h3>{t('preflight.apps')}</h3>
          <ul className={styles.list}>
            {apps.map(({ app, name, clients }) => (
              <li key={app}>
                <bdi>{name}</bdi>: {measures.count(clients)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <details>
        <summary>{t('preflight.parts')}</summary>
        <ul className={styles.list}>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat
            <Part key={index} part={part} />
          ))}
        </ul>
      </details>
      {onInstall && (
        <Button
          label={ok ? t('coreUpdate.install') : t('preflight.anyway')}
          primary
          className="atStart"
          {...(!ok && { color: 'red' })}
          loading={isInstalling}
          onClick={() => onInstall(!ok)}
        />
      )}
    </>
  )
}

function Sentences({ english, coded }: { english: readonly string[]; coded: readonly Coded[] }) {
  const say = useSayCoded(coded[0])
  return (
    <ul className={styles.list}>
      {english.map((text, index) => (
        <li key={text} dir="auto">
          {say(coded[index], text)}
        </li>
      ))}
    </ul>
  )
}

const stages: Record<PreflightPart['stage'], PlainKey> = {
  configuration: 'preflight.reads',
  opens: 'preflight.opens',
  connects: 'preflight.connects',
}
const states: Record<Exclude<PreflightPart['state'], 'ok'>, PlainKey> = {
  fails: 'preflight.fails',
  'fails-now': 'preflight.failsNow',
  untried: 'preflight.untried',
}

function Part({ part }: { part: PreflightPart }) {
  const { t } = useTranslation()
  const say = useSayCoded(part.reasonCoded)
  const { kind, name, stage, state, reason } = part
  const what = state === 'ok' ? t(stages[stage]) : t(states[state])
  return (
    <li>
      <bdi>{kind === 'configuration' ? t('preflight.whole') : name}</bdi>: {what}
      {reason !== '' && <div dir="auto">{say(part.reasonCoded, reason)}</div>}
    </li>
  )
}
