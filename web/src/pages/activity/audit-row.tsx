import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/audit-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { actorOf } from '../../ui/actor-words.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { UndoButton } from '../../undo/undo-button.tsx'
import styles from './activity.module.css'
import { kindOf, verbOf } from './audit-words.ts'
import { ChangeLines } from './change-lines.tsx'
import { changesOf } from './changes-of.ts'
import { headlineOf, linesOf } from './readable.ts'

interface Props {
  entry: AuditEntry
  /** Filters by this object, this actor or this address. */
  onOnly(part: { object: string } | { actor: string } | { text: string }): void
}

/** An inbound is stored as its id and tag; people know it by its name. */
function useObjectName({ objectKind, object }: AuditEntry): string {
  const { api } = useServices()
  const isInbound = objectKind === 'inbound'
  const { data = [] } = useQuery({ ...replyOf(api, endpoints.inbounds.options), enabled: isInbound })
  if (!isInbound) return object
  const [id = '', ...tag] = object.split(' ')
  return data.find((inbound) => String(inbound.id) === id)?.remark || tag.join(' ') || object
}

const withRecoveryCode = ({ action, after }: AuditEntry): boolean =>
  action === 'session.login' && typeof after === 'object' && after !== null && 'recoveryCode' in after

export function AuditRow({ entry, onOnly }: Props) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const kind = kindOf(entry.objectKind)
  const verb = withRecoveryCode(entry) ? 'did.recoveryLogin' : verbOf(entry.action)
  const name = useObjectName(entry)
  const lines = linesOf(t, measures, entry)
  const headline = verb === 'did.changed' ? headlineOf(t, lines, name) : undefined
  const object = entry.object && (
    <button type="button" className={styles.object} onClick={() => onOnly({ object: entry.object })}>
      <bdi>{name}</bdi>
    </button>
  )
  return (
    <li className={styles.entry}>
      <div className={styles.what}>
        {kind ? t(kind) : <code>{entry.objectKind}</code>} {object}{' '}
        {headline ? null : verb ? t('activity.did', { verb: t(verb) }) : <code>{entry.action}</code>}
      </div>
      {headline ? <p className={styles.headline}>{headline}</p> : <ChangeLines entry={entry} />}
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
      <Details entry={entry} />
      {entry.undo && <UndoButton undo={entry.undo} />}
    </li>
  )
}

const wire = (value: unknown): string =>
  value === undefined || value === '' ? '∅' : typeof value === 'string' ? value : JSON.stringify(value)
const isThere = (value: unknown) => value !== null && value !== undefined

/** Field by field if both versions are known, else the whole created or deleted object. */
function Details({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const changes = changesOf(before, after)
  if (!isThere(before) && !isThere(after)) return null
  const whole = (value: unknown) => <pre className={styles.whole}>{JSON.stringify(value, null, 2)}</pre>
  return (
    <details className={styles.details}>
      <summary>{t('activity.details')}</summary>
      {changes.length > 0 ? (
        <div className={styles.change} dir="ltr">
          {changes.map(({ path, before: old, after: next }) => (
            <div key={path}>
              {path}: <del>{wire(old)}</del> → <ins>{wire(next)}</ins>
            </div>
          ))}
        </div>
      ) : (
        <div className={styles.change}>
          {isThere(before) && (
            <>
              {t('activity.before')}
              {whole(before)}
            </>
          )}
          {isThere(after) && (
            <>
              {t('activity.after')}
              {whole(after)}
            </>
          )}
        </div>
      )}
    </details>
  )
}
