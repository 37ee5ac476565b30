import type { MoveInKind, MoveInSection } from '#contract/move-in-api.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import styles from './plan.module.css'

const names = {
  inbounds: 'moveIn.kindInbounds',
  clients: 'moveIn.kindClients',
  attachments: 'moveIn.kindAttachments',
  groups: 'moveIn.kindGroups',
  fallbacks: 'moveIn.kindFallbacks',
  hosts: 'moveIn.kindHosts',
  nodes: 'moveIn.kindNodes',
  outboundSubscriptions: 'moveIn.kindOutboundSubscriptions',
  outboundTraffics: 'moveIn.kindOutboundTraffics',
  geoResources: 'moveIn.kindGeoResources',
  tokens: 'moveIn.kindTokens',
  users: 'moveIn.kindUsers',
  settings: 'moveIn.kindSettings',
  template: 'moveIn.kindTemplate',
  oldSubscriptions: 'moveIn.kindOldSubscriptions',
} as const satisfies Record<MoveInKind, PlainKey>

/** Per kind: what comes, what is here already, what is left. */
export function PlanCounts({ sections }: { sections: readonly MoveInSection[] }) {
  const { t } = useTranslation()
  return (
    <dl className={styles.counts}>
      {sections.map(({ kind, come, here, left }) => (
        <div key={kind} className={styles.count} data-kind={kind}>
          <dt>{t(names[kind])}</dt>
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
