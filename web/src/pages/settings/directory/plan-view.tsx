import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DirectoryPlanView } from '#contract/directory-api.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useSayCoded } from '../../../ui/use-say-coded.ts'
import styles from '../backup/backup.module.css'

export type Plan = DirectoryPlanView

const kinds = {
  enable: 'directory.enable',
  disable: 'directory.disable',
  create: 'directory.create',
  delete: 'directory.delete',
} as const
const names = Object.keys(kinds) as (keyof typeof kinds)[] // exactly the keys above

/** More than a person reads through. */
const MOST = 100

interface Props {
  title: string
  plan: Plan
  children?: ReactNode
}

/** What a sync would change, by kind and name, and why it waits. */
export function PlanView({ title, plan, children }: Props) {
  const { t } = useTranslation()
  const say = useSayCoded(plan.reasonCoded ?? plan.skipped[0]?.reasonCoded)
  const changed = names.filter((kind) => plan[kind].length > 0)
  return (
    <Alert color={plan.held ? 'orange' : 'blue'} variant="light" title={title}>
      <div className={styles.stack}>
        {plan.reason && <p dir="auto">{say(plan.reasonCoded, plan.reason)}</p>}
        {changed.length === 0 && plan.skipped.length === 0 && <p>{t('directory.nothing')}</p>}
        {changed.map((kind) => (
          <div key={kind}>
            <strong>{t(kinds[kind], { count: plan[kind].length })}</strong>{' '}
            <bdi dir="ltr">
              {plan[kind].slice(0, MOST).join(', ')}
              {plan[kind].length > MOST && ', …'}
            </bdi>
          </div>
        ))}
        {plan.skipped.slice(0, MOST).map(({ email, reason, reasonCoded }) => (
          <div key={email}>
            <bdi dir="ltr">{email}</bdi>: {say(reasonCoded, reason)}
          </div>
        ))}
        {children && <div className={styles.buttons}>{children}</div>}
      </div>
    </Alert>
  )
}
