import type { HealthReport, HealthState } from '#contract/health-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CheckIcon, RenewIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './health.module.css'

type Check = HealthReport['checks'][number]

/** From the worst to the best, each with its own card. */
const groups = [
  { state: 'bad', title: 'health.bad', tone: 'bad' },
  { state: 'warn', title: 'health.warn', tone: 'warn' },
  { state: 'note', title: 'health.note', tone: 'calm' },
  { state: 'ok', title: 'health.ok', tone: 'good' },
] as const satisfies readonly { state: HealthState; title: string; tone: string }[]
type Group = (typeof groups)[number]

/** What the page is called that a check leads to. */
const pages: readonly (readonly [string, PlainKey])[] = [
  ['panel/settings', 'nav.settings'],
  ['panel/inbounds', 'nav.inbounds'],
  ['panel/network', 'nav.network'],
]
const pageWord = (to: string): PlainKey => pages.find(([path]) => to.startsWith(path))?.[1] ?? 'nav.home'

/** What the doctor finds on this server; asked each time that the page is opened. */
export function HealthPage() {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const report = useReply(endpoints.health.doctor, { staleTime: 0 })
  const { data } = report
  const checked = (at: number) =>
    now - at < 60_000 ? t('health.checkedNow') : t('health.checked', { when: measures.fromNow(at, now) })
  return (
    <Page
      title={t('shell.healthTitle')}
      about={data && checked(Math.min(data.at, now))}
      actions={
        <Button
          label={t('health.again')}
          icon={RenewIcon}
          loading={report.isRefetching}
          onClick={() => void report.refetch()}
        />
      }
    >
      <Loaded query={report} rows={8}>
        {({ checks, worst }) => (
          <div className="stack16">
            {(worst === 'ok' || worst === 'note') && (
              <EmptyState icon={CheckIcon} title={t('health.goodTitle')} text={t('health.goodText')} />
            )}
            {groups.map((group) => (
              <Checks
                key={group.state}
                group={group}
                checks={checks.filter((c) => c.state === group.state)}
              />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Checks({ group, checks }: { group: Group; checks: readonly Check[] }) {
  const { t, measures } = useTranslation()
  if (checks.length === 0) return null
  return (
    <Card
      title={t(group.title)}
      aside={<StatusWord tone={group.tone} word={measures.count(checks.length)} />}
    >
      <ul>
        {checks.map((check) => (
          <Row key={check.id} check={check} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ check }: { check: Check }) {
  const { t } = useTranslation()
  const { action, sentence, sentenceCoded } = check
  const text = useSayCoded(sentenceCoded)(sentenceCoded, sentence)
  const page = action?.kind === 'page' ? t(pageWord(action.to)) : ''
  return (
    <li className={styles.row} data-check={check.id}>
      <div className={styles.body}>
        <p dir="auto">{text}</p>
        {action?.kind === 'command' && (
          <div className={styles.command}>
            <code dir="ltr">{action.command}</code>
            <CopyButton text={action.command} what={t('health.command')} />
          </div>
        )}
      </div>
      {action?.kind === 'page' && (
        <Link
          to={action.to}
          className={styles.open}
          aria-label={t('health.openFor', { page, sentence: text })}
        >
          {t('health.open', { page })}
        </Link>
      )}
    </li>
  )
}
