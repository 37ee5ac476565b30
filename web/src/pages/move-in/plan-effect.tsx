import type { ReactNode } from 'react'
import type { MoveInEffect } from '#contract/move-in-api.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Card } from '../../ui/card.tsx'
import page from './move-in.module.css'
import { withHost } from './next-address.ts'
import styles from './plan.module.css'

/** What the reader and the clients will notice: addresses and logins, before and after. */
export function PlanEffect({ effect }: { effect: MoveInEffect }) {
  const { t } = useTranslation()
  const shown = (url: string) => withHost(url, location.hostname)
  const { panel, subscriptions, twoFactor } = effect
  const logins = { from: effect.logins.from.join(', '), to: effect.logins.to.join(', ') }
  const off = t('moveIn.off')
  const onOff = (is: boolean) => (is ? t('moveIn.on') : off)
  const rows = [
    { name: t('moveIn.effectPanel'), from: shown(panel.from), to: shown(panel.to) },
    {
      name: t('moveIn.effectSubs'),
      from: shown(subscriptions.from) || off,
      to: shown(subscriptions.to) || off,
    },
    { name: t('moveIn.effectLogins'), from: logins.from, to: logins.to, hint: t('moveIn.effectLoginsHint') },
    { name: t('moveIn.effectTwoFactor'), from: onOff(twoFactor.from), to: onOff(twoFactor.to) },
  ].filter(({ from, to }) => from !== to)
  return (
    <Card className={page.card} title={t('moveIn.effectTitle')}>
      {rows.length === 0 ? (
        <p className={page.text}>{t('moveIn.effectNone')}</p>
      ) : (
        <dl className={styles.effect}>
          {rows.map((row) => (
            <Row key={row.name} {...row} />
          ))}
        </dl>
      )}
    </Card>
  )
}

function Row({ name, from, to, hint }: { name: string; from: string; to: string; hint?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <del>
          <bdi>{from}</bdi>
        </del>{' '}
        <span className={styles.arrow}>→</span>{' '}
        <ins>
          <bdi>{to}</bdi>
        </ins>
        {hint && <span className={page.dim}>{hint}</span>}
      </dd>
    </div>
  )
}
