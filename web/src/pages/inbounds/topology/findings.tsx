import type { Topology } from '#domain/topology/graph.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { AlertIcon, CheckIcon } from '../../../ui/icons.tsx'
import { BoxLink } from './box-link.tsx'
import { findingsOf } from './relations.ts'
import { targetOf } from './targets.ts'
import styles from './topology-view.module.css'
import { sayTrouble } from './words.ts'

/** The problems in text, each with a link to where it is fixed. */
export function Findings({ topology }: { topology: Topology }) {
  const { t } = useTranslation()
  const findings = findingsOf(topology)
  if (findings.length === 0)
    return (
      <p className={styles.sound}>
        <CheckIcon size={16} /> {t('topology.sound')}
      </p>
    )
  return (
    <section className={styles.findings} aria-label={t('topology.mend', { count: findings.length })}>
      <h2 className={styles.title}>
        <AlertIcon size={16} /> {t('topology.mend', { count: findings.length })}
      </h2>
      <ul>
        {findings.map(({ at, trouble }) => {
          // A stopped core cannot be fixed on this page.
          const node = trouble.why === 'coreDown' ? undefined : topology.nodes.find(({ id }) => id === at)
          const words = sayTrouble(t, trouble)
          return (
            <li key={at + trouble.why + trouble.name} data-finding={trouble.why}>
              {node && targetOf(node) ? (
                <BoxLink node={node} className={styles.finding}>
                  {words}
                </BoxLink>
              ) : (
                words
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
