import type { MoveInEffect, MoveInFinding } from '#contract/move-in-api.ts'
import { withHost } from '../../api/next-address.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { saidOnce } from './findings.ts'
import { Part } from './part.tsx'
import styles from './plan.module.css'
import { FindingLines } from './plan-findings.tsx'

interface Props {
  effect: MoveInEffect
  findings: readonly MoveInFinding[]
}

/** What the reader and the clients will notice: addresses and logins, before and after, and what else is different. */
export function PlanEffect({ effect, findings }: Props) {
  const { t } = useTranslation()
  const say = useSayCoded(findings[0]?.saidCoded)
  const lines = saidOnce(findings, 'changes', ({ saidCoded, said }) => say(saidCoded, said))
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
    { name: t('moveIn.effectLogins'), ...logins },
    { name: t('moveIn.effectTwoFactor'), from: onOff(twoFactor.from), to: onOff(twoFactor.to) },
  ].filter(({ from, to }) => from !== to)
  return (
    <Part title={t('moveIn.effectTitle')} data-tone="changes">
      {rows.length + lines.length === 0 && <p className="prose">{t('moveIn.effectNone')}</p>}
      {rows.length > 0 && (
        <dl className={styles.effect}>
          {rows.map((row) => (
            <Row key={row.name} {...row} />
          ))}
        </dl>
      )}
      {lines.length > 0 && <FindingLines lines={lines} />}
    </Part>
  )
}

function Row({ name, from, to }: { name: string; from: string; to: string }) {
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
      </dd>
    </div>
  )
}
