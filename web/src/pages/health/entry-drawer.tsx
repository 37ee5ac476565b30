import type { ReactNode } from 'react'
import type { Entries, EntryCheck } from '#contract/entries-api.ts'
import { EntryLine } from '../../entries/entry-line.tsx'
import { addressOf, eyeName } from '../../entries/outcome.ts'
import { isolated } from '../../i18n/measures.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { DayStrip } from './day-strip.tsx'
import styles from './entries.module.css'
import { cellId } from './entry-cell.tsx'

interface Props {
  known: Entries | undefined
  now: number
}

/** `?entry=<inbound>-<position>-<eye>`: what one eye saw of one entry, and its 30 days. */
export function EntryDrawer({ known, now }: Props) {
  const { t } = useTranslation()
  const find = (id: string) => known?.entries.find((one) => cellId(one) === id)
  return (
    <SideDrawer param="entry" size={480} title={(id) => <bdi>{find(id)?.inbound ?? t('entry.name')}</bdi>}>
      {(id) => {
        const cell = find(id)
        if (cell) return <Details cell={cell} known={known} now={now} />
        return known && <p>{t('entry.gone')}</p>
      }}
    </SideDrawer>
  )
}

function Details({ cell, known, now }: Props & { cell: EntryCheck }) {
  const { t, measures } = useTranslation()
  const say = useSayCoded(cell.causeCoded ?? undefined)
  const {
    state,
    causeCoded,
    cause,
    latencyMs,
    exitAddress,
    exitCountry,
    lastOkAt,
    since,
    fails,
    inbound,
    remark,
  } = cell
  const isGood = state === 'good'
  const eye = known?.eyes.find(({ id }) => id === cell.eye)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('entry.name'), <bdi key="at">{addressOf(cell)}</bdi>],
    ...(isGood
      ? [
          [t('entry.latency'), t('entry.ms', { ms: latencyMs })] as const,
          [
            t('entry.exit'),
            <bdi key="exit">{[exitAddress || t('entry.unknown'), exitCountry].join(' ').trim()}</bdi>,
          ] as const,
        ]
      : [
          [t('entry.cause'), say(causeCoded ?? undefined, cause)] as const,
          [t('entry.failedChecks'), measures.count(fails)] as const,
        ]),
    [t('entry.lastOk'), lastOkAt > 0 ? measures.moment(lastOkAt) : t('entry.never')],
    [t('entry.since'), measures.moment(since)],
  ]
  return (
    <div className="column16">
      <EntryLine inboundId={cell.inboundId} />
      {remark !== inbound && <bdi className="dim85">{remark}</bdi>}
      {eye && <p className="dim85">{t('health.seenBy', { name: isolated(eyeName(t, eye)) })}</p>}
      <dl className={styles.facts}>
        {facts.map(([term, said]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
      <History cell={cell} now={now} />
      <Link to={`${paths.inbounds}?i=${cell.inboundId}`} className={styles.link}>
        {t('entry.openInbound')}
      </Link>
    </div>
  )
}

/** The picture, its sum in words, and the same as a table. */
function History({ cell: { days }, now }: { cell: EntryCheck; now: number }) {
  const { t, measures } = useTranslation()
  return (
    <section className="column10" aria-label={t('entry.month')}>
      <h3 className="subtitle">{t('entry.month')}</h3>
      <DayStrip days={days} now={now} tall />
      <details>
        <summary>{t('entry.asTable')}</summary>
        <table className={styles.days}>
          <thead>
            <tr>
              <th scope="col">{t('entry.day')}</th>
              <th scope="col">{t('entry.good')}</th>
              <th scope="col">{t('entry.failed')}</th>
              <th scope="col">{t('entry.latency')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, good, failed, latencyMs }) => (
              <tr key={day}>
                {/* Noon, so that few zones move it. */}
                <th scope="row">{measures.date(day + 43_200_000)}</th>
                <td>{measures.count(good)}</td>
                <td>{measures.count(failed)}</td>
                <td>{good > 0 ? t('entry.ms', { ms: latencyMs }) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
