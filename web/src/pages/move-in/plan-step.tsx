import { Alert, Loader, Switch } from '@mantine/core'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MoveInPlan, MoveInResult, MoveInSection } from '#contract/move-in-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { isDirect, untilMoved } from '../../api/next-address.ts'
import { paths } from '../../paths.ts'
import { useApp, useServices } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import { BusyPorts } from './busy-ports.tsx'
import styles from './move-in.module.css'
import { Part } from './part.tsx'
import planStyles from './plan.module.css'
import { PlanEffect } from './plan-effect.tsx'
import { PlanFindings } from './plan-findings.tsx'

const panels = { '3x-ui': '3x-ui', marzban: 'Marzban', pasarguard: 'PasarGuard' } as const

/** Everything that the import would do, and the one button that does it. */
export function PlanStep({ id }: { id: string }) {
  const { t, api, router } = useApp()
  const [options, setOptions] = useState<Options>({})
  const plan = useReply(endpoints.moveIn.plan, {
    params: { staged: id },
    query: options,
    placeholderData: keepPreviousData,
  })
  const dropping = useMutation({
    mutationFn: () => api.call(endpoints.moveIn.drop, { params: { staged: id } }),
  })
  const another = () => {
    dropping.mutate()
    router.go(paths.moveIn)
  }
  const again = (
    <div className={styles.card}>
      {plan.error && <Failed error={plan.error} />}
      <Button label={t('moveIn.another')} primary onClick={() => router.go(paths.moveIn)} />
    </div>
  )
  return (
    <Loaded query={plan} rows={8} failed={again}>
      {(found) => (
        <Plan
          plan={found}
          isStale={plan.isPlaceholderData || plan.isFetching}
          onOptions={setOptions}
          onAgain={() => void plan.refetch()}
          onAnother={another}
        />
      )}
    </Loaded>
  )
}

interface Props {
  plan: MoveInPlan
  /** A newer plan is on its way. */
  isStale: boolean
  onOptions(options: Options): void
  onAgain(): void
  onAnother(): void
}

function Plan({ plan, isStale, onOptions, onAgain, onAnother }: Props) {
  const { t, measures } = useApp()
  const { apply, going } = useApply(plan)
  if (going) return <Going {...going} />
  const clients = plan.sections.find(({ kind }) => kind === 'clients')?.come ?? 0
  return (
    <div className={styles.plan} data-plan data-stale={isStale || undefined}>
      <Part title={t('moveIn.planTitle')}>
        <p className={styles.source}>
          <bdi>
            {panels[plan.panel]} {plan.version}
          </bdi>{' '}
          · <bdi>{plan.fileName}</bdi> · {measures.bytes(plan.bytes)}
        </p>
        {plan.nothingToDo && <Alert color="teal">{t('moveIn.nothing')}</Alert>}
        <PlanCounts sections={plan.sections} />
      </Part>
      <PlanEffect effect={plan.effect} findings={plan.findings} />
      <PlanFindings findings={plan.findings} total={plan.findingsTotal} />
      {plan.busyPorts.length > 0 && (
        <BusyPorts panel={plan.panel} ports={plan.busyPorts} isBusy={isStale} onAgain={onAgain} />
      )}
      <PlanOptions options={plan.options} isFresh={plan.fresh} onChange={onOptions} />
      {apply.error && <Failed error={apply.error} title={t('moveIn.notDone')} />}
      <div className={styles.buttons}>
        <Button label={t('moveIn.another')} size="md" onClick={onAnother} disabled={apply.isPending} />
        {!plan.nothingToDo && (
          <Button
            label={t('moveIn.apply', { count: clients })}
            primary
            size="md"
            call={apply}
            disabled={isStale}
          />
        )}
      </div>
    </div>
  )
}

/** The panel has another address now; this page goes there when it answers. */
function Going({ url, isLate }: GoingTo) {
  const { t } = useApp()
  return (
    <Part title={t('moveIn.goingTitle')}>
      <p className="prose" role="status">
        {t(isLate ? 'moveIn.goingLate' : 'moveIn.goingText')}
      </p>
      <div className={styles.going}>
        {!isLate && <Loader size="sm" color="var(--accent)" />}
        <a href={url} className={styles.link} dir="ltr">
          {url.replace(/panel\/.*$/, '')}
        </a>
      </div>
    </Part>
  )
}

type Options = Partial<MoveInPlan['options']>

interface PlanOptionsProps {
  options: MoveInPlan['options']
  /** Nothing is here yet: then settings come by default, and there is little to decide. */
  isFresh: boolean
  onChange(options: Options): void
}

/** Each change is a new plan. */
function PlanOptions({ options, isFresh, onChange }: PlanOptionsProps) {
  const { t } = useApp()
  return (
    <details className={styles.more} open={!isFresh || undefined}>
      <summary>{t('moveIn.options')}</summary>
      <div className={styles.inside}>
        <Switch
          label={t('moveIn.takeSettings')}
          description={t('moveIn.takeSettingsHint')}
          checked={options.takeSettings}
          onChange={(event) => onChange({ ...options, takeSettings: event.currentTarget.checked })}
        />
        <Switch
          label={t('moveIn.keepHttp')}
          description={t('moveIn.keepHttpHint')}
          checked={options.keepHttp}
          disabled={!options.takeSettings}
          onChange={(event) => onChange({ ...options, keepHttp: event.currentTarget.checked })}
        />
      </div>
    </details>
  )
}

/** Per kind: how many are imported, already exist, and are left out. */
function PlanCounts({ sections }: { sections: readonly MoveInSection[] }) {
  const { t } = useApp()
  return (
    <dl className="column">
      {sections.map(({ kind, come, here, left }) => (
        <div key={kind} className={planStyles.count} data-kind={kind}>
          <dt>{t(`moveIn.kind.${kind}`)}</dt>
          <dd>
            {come > 0 && <span data-tone="come">{t('moveIn.come', { count: come })}</span>}
            {here > 0 && <span data-tone="here">{t('moveIn.here', { count: here })}</span>}
            {left > 0 && <span data-tone="left">{t('moveIn.left', { count: left })}</span>}
            {come + here + left === 0 && <span data-tone="here">{t('moveIn.none')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What is true from now on is in the address of the last step: the page may be another one by then. */
function doneAt({ tookSettings, subscriptionsUrl }: MoveInResult): string {
  const told = new URLSearchParams({ done: tookSettings ? '1' : 'own', subs: subscriptionsUrl })
  return `${paths.moveIn}?${told}`
}

interface GoingTo {
  url: string
  /** The panel opened it, or the reader has to. */
  isLate: boolean
}

/** Imports, then opens the panel at its new address. */
function useApply({ id, options, effect }: MoveInPlan) {
  const { api, base, live, router, queries } = useServices()
  const [going, setGoing] = useState<GoingTo>()

  async function follow(result: MoveInResult): Promise<void> {
    const { panelUrl, restarts } = result
    api.forgetToken()
    const from = new URL(base, location.href).href
    const to = new URL(panelUrl, location.href).href
    if (!restarts || to === from) {
      await queries.invalidateQueries()
      return router.go(doneAt(result), 'replace')
    }
    const url = to + doneAt(result)
    const direct = isDirect(new URL(location.href), effect.panel.from)
    setGoing({ url, isLate: !direct })
    if (!direct) return
    live.stop() // its socket closes with the old address: that is no lost connection
    if (await untilMoved(from, to)) location.assign(url)
    else setGoing({ url, isLate: true })
  }

  const apply = useMutation({
    mutationFn: () => api.call(endpoints.moveIn.apply, { params: { staged: id }, body: options }),
    onSuccess: (result) => void follow(result),
  })
  return { apply, going }
}
