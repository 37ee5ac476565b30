import { Button, type ButtonProps, Menu } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import type { Limits } from './action-calls.ts'
import styles from './bulk.module.css'
import { appliedLimits, type Plan, usePlans } from './plans.ts'

interface Props extends Pick<ButtonProps, 'size' | 'h' | 'variant' | 'disabled'> {
  onPick(limits: Limits): void
  onOther(): void
}

/** Sets the limits of a plan in one click; custom limits open a dialog. */
export function LimitsMenu({ onPick, onOther, ...button }: Props) {
  const { t, measures } = useTranslation()
  const sameLimits = (plan: Plan) => JSON.stringify([plan.name, appliedLimits(plan)])
  const plans = [...new Map(usePlans().map((plan) => [sameLimits(plan), plan])).values()]
  const limitsOf = ({ totalGB, limitIp }: Plan) => {
    const quota = totalGB > 0 ? measures.bytes(totalGB) : t('clients.unlimited')
    const length = limitIp > 0 ? t('bulk.ips', { count: measures.count(limitIp) }) : ''
    return length ? t('plans.both', { quota, length }) : quota
  }
  return (
    <Menu position="top-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button {...button}>{t('bulk.limits')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {plans.map((plan) => (
          <Menu.Item key={plan.key} onClick={() => onPick(appliedLimits(plan))}>
            {plan.name ? <bdi>{plan.name}</bdi> : limitsOf(plan)}
            {plan.name && <small className={styles.hint}>{limitsOf(plan)}</small>}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onOther}>{t('bulk.limitsOther')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
