import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { coreApi } from '#contract/core-api.ts'
import type { ReplyOf } from '#contract/wire.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { useUrlState } from '../../router/use-url-state.ts'
import { NetworkIcon } from '../../ui/icons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from './activity.module.css'
import { keyed } from './log-line.ts'
import { LogTools } from './log-tools.tsx'
import { FOLLOW_MS } from './panel-log.tsx'

type Row = NonNullable<ReplyOf<typeof coreApi.accessLogs>>[number]

const ROWS = 200
const fates = ['direct', 'blocked', 'proxied'] as const
type Fate = (typeof fates)[number]

/** Connections as logged by the core. Clicking a client or address filters by it. */
export function CoreLog() {
  const { t } = useTranslation()
  const [text, setText] = useUrlState('text')
  const [filter] = useDebouncedValue(text.trim(), 250)
  const [shown, setShown] = useState<Fate[]>([...fates])
  const [follow, setFollow] = useState(true)
  const has = (fate: Fate) => String(shown.includes(fate))
  const body = {
    filter,
    showDirect: has('direct'),
    showBlocked: has('blocked'),
    showProxy: has('proxied'),
  }
  const log = useReply(endpoints.core.accessLogs, {
    params: { count: ROWS },
    body,
    staleTime: 0,
    refetchInterval: follow && FOLLOW_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={log} rows={8}>
      {(rows) =>
        rows === null ? (
          <EmptyState
            icon={NetworkIcon}
            title={t('log.coreOffTitle')}
            text={t('log.coreOffText')}
            action={
              <Button component={Link} to="panel/network?tab=basics" variant="default">
                {t('log.coreOffOpen')}
              </Button>
            }
          />
        ) : (
          <>
            <div className={styles.tools}>
              <ChoiceChips
                many
                name="shown"
                legend={t('activity.views')}
                value={shown}
                onChange={setShown}
                options={fates.map((fate) => ({ value: fate, label: t(`log.${fate}`) }))}
              />
              <LogTools text={text} onText={setText} follow={follow} onFollow={setFollow} />
            </div>
            <Rows rows={rows} onOnly={setText} />
          </>
        )
      }
    </Loaded>
  )
}

/** `192.0.2.1:5000` and `[2001:db8::1]:5000` without the port, which nobody searches for. */
const hostOf = (address: string) => address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')

function Rows({ rows, onOnly }: { rows: readonly Row[]; onOnly(text: string): void }) {
  const { t, measures } = useTranslation()
  if (rows.length === 0)
    return <EmptyState icon={NetworkIcon} title={t('log.noneTitle')} text={t('log.coreNoneText')} />
  const only = (what: string) => (
    <button
      type="button"
      className={styles.object}
      aria-label={t('log.only', { what })}
      onClick={() => onOnly(what)}
    >
      <bdi>{what}</bdi>
    </button>
  )
  return (
    <ul className={styles.trail} aria-label={t('log.lines')}>
      {keyed(rows, (row) => `${row.DateTime} ${row.FromAddress} ${row.ToAddress}`).map(({ key, row }) => (
        <li key={key} className={styles.entry}>
          <div className="breakAnywhere">
            {/* From, arrow, to: in this order in right-to-left languages too. */}
            <bdi dir="ltr">
              {row.Email && only(row.Email)} {only(hostOf(row.FromAddress))} → {row.ToAddress}
            </bdi>
          </div>
          <div className={styles.dim}>
            {t(`log.${fates[row.Event] ?? 'proxied'}`)} ·{' '}
            <bdi dir="ltr">
              {row.Inbound} → {row.Outbound}
            </bdi>{' '}
            · <time dateTime={row.DateTime}>{measures.clock(Date.parse(row.DateTime) / 1000)}</time>
          </div>
        </li>
      ))}
    </ul>
  )
}
