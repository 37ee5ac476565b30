import { type ReactNode, useState } from 'react'
import type { Entries, EntryCheck, EntryEye } from '#contract/entries-api.ts'
import { addressOf, eyeName } from '../../entries/outcome.ts'
import { settingPath, useEntries } from '../../entries/use-entries.ts'
import { checkedWords } from '../../health/checked.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { Loaded } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { DayStrip } from './day-strip.tsx'
import styles from './entries.module.css'
import { EntryCell } from './entry-cell.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { type MatrixRow, matrixOf } from './matrix.ts'
import { Probes } from './probes.tsx'

/** More come with a click. */
const SHOWN = 20

/** The findings, and beside them what clients see, and from where. Seen from several places, the entries need the whole width. */
export function WithEntries({ children }: { children: ReactNode }) {
  const isWide = (useEntries().data?.eyes.length ?? 0) > 1
  return (
    <div className={styles.around}>
      {isWide && <EntriesMatrix />}
      <div className={styles.beside}>
        <div className="column">{children}</div>
        <div className="shrinkingStack16">
          {!isWide && <EntriesMatrix />}
          <Probes />
        </div>
      </div>
    </div>
  )
}

function EntriesMatrix() {
  const { t } = useTranslation()
  const now = useMinute()
  const entries = useEntries()
  return (
    <Card title={t('entry.title')} className={styles.card}>
      <Loaded query={entries} rows={5}>
        {(known) => (
          <>
            <State known={known} now={now} />
            {known.entries.length > 0 && <Matrix known={known} now={now} />}
          </>
        )}
      </Loaded>
      <EntryDrawer known={entries.data} now={now} />
    </Card>
  )
}

interface Props {
  known: Entries
  now: number
}

/** Whether the checks run, how often, and when they looked; or why nobody knows. */
function State({ known, now }: Props) {
  const words = useTranslation()
  const { t } = words
  const { everyMinutes, offline, offlineCoded, entries } = known
  const say = useSayCoded(offlineCoded ?? undefined)
  if (everyMinutes === 0)
    return (
      <p className={styles.about}>
        {t('entry.off')}{' '}
        <Link to={settingPath} className={styles.link}>
          {t('entry.offLink')}
        </Link>
      </p>
    )
  // The oldest of this server: nothing is said of a time at which not all were looked at.
  const own = entries.filter(({ eye }) => eye === '')
  const at = own.length > 0 ? Math.min(...own.map(({ checkedAt }) => checkedAt), now) : 0
  return (
    <>
      {offline !== '' && (
        <p className={styles.offline} role="status" dir="auto">
          {t('entry.offline', { reason: say(offlineCoded ?? undefined, offline) })}
        </p>
      )}
      <p className={styles.about}>
        {t('entry.about', { minutes: everyMinutes })} {checkedWords(at, now, words)}
      </p>
      {entries.length === 0 && <p className={styles.about}>{t('entry.none')}</p>}
    </>
  )
}

function Matrix({ known, now }: Props) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { eyes, rows } = matrixOf(known)
  const hidden = all ? 0 : Math.max(0, rows.length - SHOWN)
  return (
    <>
      <div className={styles.frame}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">{t('entry.name')}</th>
              {eyes.map((eye) => (
                <th key={eye.id} scope="col">
                  <bdi>{eyeName(t, eye)}</bdi>
                  <Whereabouts eye={eye} />
                </th>
              ))}
              <th scope="col" className={styles.month}>
                {t('entry.month')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rows.length - hidden).map((row) => (
              <Row key={row.key} row={row} eyes={eyes} everyMinutes={known.everyMinutes} now={now} />
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <Button label={t('entry.all', { count: hidden })} mt="sm" onClick={() => setAll(true)} />
      )}
    </>
  )
}

interface RowProps extends Pick<Entries, 'everyMinutes'> {
  row: MatrixRow
  eyes: readonly EntryEye[]
  now: number
}

function Row({ row: { entry, cells, worst, isOneOfSeveral }, eyes, everyMinutes, now }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <EntryName entry={entry} isOneOfSeveral={isOneOfSeveral} />
      </th>
      {eyes.map((eye, i) => (
        <td key={eye.id} className={styles.cell} data-worst={i === worst || undefined}>
          <EntryCell
            cell={cells[i]}
            eye={eye}
            everyMinutes={everyMinutes}
            now={now}
            isOneOfSeveral={eyes.length > 1}
          />
        </td>
      ))}
      <td className={styles.month}>
        <DayStrip days={(cells[worst] ?? entry).days} now={now} />
      </td>
    </tr>
  )
}

/** The country and the provider of a probe, where they are known. */
function Whereabouts({ eye: { country, provider } }: { eye: EntryEye }) {
  const said = [country, provider].filter(Boolean).join(', ')
  return said !== '' && <bdi className={styles.where}>{said}</bdi>
}

function EntryName({ entry, isOneOfSeveral }: { entry: EntryCheck; isOneOfSeveral: boolean }) {
  // A long address breaks before its port.
  const [, host, port] = /^(.*)(:\d+)$/.exec(addressOf(entry)) ?? []
  return (
    <>
      <bdi className={styles.name}>{entry.inbound}</bdi>
      <bdi className={styles.address}>
        {host}
        <wbr />
        <span className={styles.port}>{port}</span>
      </bdi>
      {isOneOfSeveral && entry.remark !== '' && <bdi className={styles.address}>{entry.remark}</bdi>}
    </>
  )
}
