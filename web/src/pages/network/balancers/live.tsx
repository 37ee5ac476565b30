import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { BalancerStatus } from '#contract/outbounds-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { type Translate, useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { StatusWord } from '../../../ui/status-word.tsx'
import boxes from '../boxes.module.css'
import styles from '../outbounds/outbounds.module.css'

interface Props {
  tag: string
  members: readonly string[]
  /** Blank: the connection fails. */
  fallbackTag: string
  status: BalancerStatus | undefined
  error: unknown
  /** It was applied, but the core must restart for it. */
  isStored: boolean
}

/** The running core's choice, and a manual override: immediate, until the core restarts. */
export function LiveStatus({ tag, members, fallbackTag, status, error, isStored }: Props) {
  const { t } = useTranslation()
  const { api, queries } = useServices()
  const override = useMutation({
    mutationFn: (target: string) => api.call(endpoints.outbounds.balancerOverride, { body: { tag, target } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [endpoints.outbounds.balancerStatus.path] }),
  })
  if (error) return <p className={styles.dim}>{sayError(t, error)}</p>
  if (!status) return null
  if (!status.running)
    return (
      <p>
        <StatusWord tone="none" word={t(isStored ? 'balancers.waits' : 'balancers.notRunning')} />
      </p>
    )
  const data = [...new Set([...members, ...(status.override ? [status.override] : [])])]
  return (
    <div className={boxes.live}>
      <span role="status">
        <StatusWord
          tone={status.override === '' && status.selected.length === 0 ? 'warn' : 'good'}
          word={wordsOf(t, status, fallbackTag)}
        />
      </span>
      <NativeSelect
        label={t('balancers.override')}
        description={t('balancers.overrideHint')}
        value={override.isPending ? override.variables : status.override}
        onChange={(event) => override.mutate(event.currentTarget.value)}
        data={[
          { value: '', label: t('balancers.byStrategy') },
          ...data.map((value) => ({ value, label: value })),
        ]}
      />
      {override.error && <Failed error={override.error} title={t('balancers.overrideFailed')} />}
    </div>
  )
}

/** Strategies that choose at random list all candidates. */
function wordsOf(t: Translate, { override, selected }: BalancerStatus, fallbackTag: string): string {
  if (override !== '') return t('balancers.byHand', { tag: override })
  if (selected.length > 1) return t('balancers.choosesFrom', { tags: selected.join(', ') })
  if (selected[0] !== undefined) return t('balancers.chooses', { tag: selected[0] })
  return fallbackTag === ''
    ? t('balancers.choosesNone')
    : t('balancers.choosesFallback', { tag: fallbackTag })
}
