import type { ReactNode } from 'react'
import type { Finding, Health, HealthState } from '#contract/health-api.ts'
import { checkedWords, timeOf } from '../../health/checked.ts'
import { unmuted, useHealth, useHealthCalls } from '../../health/use-health.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AlertIcon, CheckIcon, RenewIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { WithEntries } from './entries-matrix.tsx'
import { FindingRow } from './finding-row.tsx'
import styles from './health.module.css'

/** From the worst to the best, each with its own card. */
const groups = [
  { state: 'bad', title: 'health.bad', tone: 'bad' },
  { state: 'warn', title: 'health.warn', tone: 'warn' },
  { state: 'note', title: 'health.note', tone: 'calm' },
] as const satisfies readonly { state: HealthState; title: string; tone: string }[]
type Group = (typeof groups)[number]

/** What the checks found last, what is muted, and what they passed. */
export function HealthPage() {
  const words = useTranslation()
  const { t } = words
  const now = useMinute()
  const health = useHealth()
  const calls = useHealthCalls()
  const { data } = health
  return (
    <Page
      title={t('nav.health')}
      about={data && checkedWords(Math.min(data.checkedAt, now), now, words)}
      actions={
        <Button
          label={t('health.again')}
          icon={RenewIcon}
          loading={calls.check.isPending}
          onClick={() => calls.check.mutate()}
        />
      }
    >
      <WithEntries>
        <Loaded query={health} rows={8}>
          {(known) => <Results health={known} calls={calls} now={now} />}
        </Loaded>
      </WithEntries>
    </Page>
  )
}

interface Props {
  health: Health
  calls: ReturnType<typeof useHealthCalls>
  now: number
}

function Results({ health, calls, now }: Props) {
  const { t } = useTranslation()
  const shown = unmuted(health.findings)
  const rowsOf = (rows: readonly Finding[]) =>
    rows.map((finding) => (
      <FindingRow key={`${finding.id} ${finding.seenBy}`} finding={finding} calls={calls} now={now} />
    ))
  return (
    <div className="stack16">
      <Verdict health={health} now={now} />
      {groups.map((group) => (
        <Found key={group.state} group={group} findings={shown.filter(({ state }) => state === group.state)}>
          {rowsOf}
        </Found>
      ))}
      <Closed title={t('health.muted')} findings={health.findings.filter(({ muted }) => muted)}>
        {rowsOf}
      </Closed>
      <Closed title={t('health.ok')} findings={health.passed}>
        {rowsOf}
      </Closed>
    </div>
  )
}

/** Said only of a time at which every check had looked. */
function Verdict({ health: { checkedAt, worst }, now }: Pick<Props, 'health' | 'now'>) {
  const words = useTranslation()
  const { t } = words
  if (worst === 'bad' || worst === 'warn') return null
  if (worst === null || checkedAt === 0)
    return <EmptyState icon={AlertIcon} title={t('finding.unchecked')} text={t('health.uncheckedText')} />
  const title = t('health.goodTitle', { time: timeOf(checkedAt, now, words) })
  return <EmptyState icon={CheckIcon} title={title} text={t('health.goodText')} />
}

interface ListProps {
  findings: readonly Finding[]
  children(findings: readonly Finding[]): ReactNode
}

function Found({ group, findings, children }: ListProps & { group: Group }) {
  const { t, measures } = useTranslation()
  if (findings.length === 0) return null
  return (
    <Card
      title={t(group.title)}
      aside={<StatusWord tone={group.tone} word={measures.count(findings.length)} />}
    >
      <ul>{children(findings)}</ul>
    </Card>
  )
}

function Closed({ title, findings, children }: ListProps & { title: string }) {
  const { measures } = useTranslation()
  if (findings.length === 0) return null
  return (
    <Card label={title}>
      <details>
        <summary className={styles.summary}>
          <h2 className="cardTitle">{title}</h2>{' '}
          <span className="dim">{measures.count(findings.length)}</span>
        </summary>
        <ul>{children(findings)}</ul>
      </details>
    </Card>
  )
}
