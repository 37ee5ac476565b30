import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/audit-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { actorOf } from '../../ui/actor-words.ts'
import { Button } from '../../ui/button.tsx'
import { sayError } from '../../ui/say-error.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { undoAct } from '../../undo/undo-act.ts'
import { labelOf as addressLabel, wordOf as addressWord } from '../inbounds/addresses/address-labels.ts'
import { labelOf as inboundLabel } from '../inbounds/editor/labels.ts'
import { isShown } from '../settings/sections.ts'
import { useWords } from '../settings/words.ts'
import { ChangeLines, useReading } from './act-text.tsx'
import styles from './activity.module.css'
import { hostsOf } from './address-name.ts'
import { linesOf } from './readable.ts'
import { headlineOf, nameOf, sentenceOf } from './sentence.ts'
import type { Reading } from './values.ts'

interface Props {
  entry: AuditEntry
  /** Filters by this object, this actor or this address. */
  onOnly(part: { object: string } | { actor: string } | { text: string }): void
}

/** Fields are called as on the settings page and in the inbound form. */
function useLabelled(): Reading {
  const reading = useReading()
  const words = useWords().data
  return {
    ...reading,
    labelOf(objectKind, path) {
      if (objectKind === 'settings') return isShown(path) ? words?.settings[path][0] : undefined
      if (objectKind !== 'inbound' && objectKind !== 'hosts') return undefined
      const label = objectKind === 'inbound' ? inboundLabel(path) : addressLabel(path)
      return label && reading.t(label)
    },
    wordOf: (objectKind, path, value) =>
      objectKind === 'hosts' ? addressWord(reading.t, path, value) : undefined,
  }
}

/** A group of addresses is stored under an internal identifier, which is not shown. */
function sameAs(entry: AuditEntry): { object: string } | { text: string } {
  const [host] = hostsOf(entry)
  return host === undefined ? { object: entry.object } : { text: host }
}

/** Stands for the name in a sentence that is not written yet. */
const PLACE = '\uFFFC'

export function AuditRow({ entry, onOnly }: Props) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const reading = useLabelled()
  const lines = linesOf(reading, entry)
  const headline = headlineOf(reading, entry, lines, PLACE)
  const [start = '', ...rest] = (headline ?? sentenceOf(reading, entry, PLACE)).split(PLACE)
  return (
    <li className={styles.entry}>
      <div className="breakAnywhere">
        {start}
        {rest.length > 0 && (
          <>
            <button type="button" className={styles.object} onClick={() => onOnly(sameAs(entry))}>
              <bdi>{nameOf(reading, entry)}</bdi>
            </button>
            {rest.join('')}
          </>
        )}
      </div>
      {headline === undefined && <ChangeLines lines={lines} />}
      <div className={styles.dim}>
        <button type="button" className={styles.quiet} onClick={() => onOnly({ actor: entry.actor })}>
          <bdi>{actorOf(entry, t)}</bdi>
        </button>
        {entry.address && (
          <>
            {' · '}
            <button type="button" className={styles.quiet} onClick={() => onOnly({ text: entry.address })}>
              <bdi>{entry.address}</bdi>
            </button>
          </>
        )}
        {' · '}
        <time dateTime={new Date(entry.at).toISOString()} title={measures.fromNow(entry.at, now)}>
          {measures.moment(entry.at)}
        </time>
      </div>
      {entry.undo && <UndoButton undo={entry.undo} />}
    </li>
  )
}

/** Undoes an act of the activity list, for as long as the list shows it. */
function UndoButton({ undo }: { undo: NonNullable<AuditEntry['undo']> }) {
  const { t } = useTranslation()
  const services = useServices()
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: () => undoAct(services, t, (error) => sayError(t, error), undo.id),
    onError: (error) => services.toasts.show({ tone: 'bad', text: sayError(t, error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: [endpoints.audit.list.path] }),
  })
  if (undo.state === 'gone') return null
  if (undo.state === 'done') return <span>{t('undo.done')}</span>
  return <Button label={t('undo.verb')} size="compact-sm" variant="light" call={act} />
}
