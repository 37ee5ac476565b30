import type { Block } from '#contract/inbound.ts'
import { type Removal, removalOf } from '#domain/outbounds/removal.ts'
import { outboundsOf, withOutbounds } from '#domain/outbounds/template-outbounds.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { useDraft } from '../draft/draft.tsx'
import { partsOf } from '../routing/rule.ts'
import styles from './outbounds.module.css'
import type { OutboundRow } from './rows.ts'

/** A rule's conditions, short enough for a list. */
const ruleText = (rule: Block): string =>
  partsOf(rule)
    .map(({ values }) => values.slice(0, 3).join(', ') + (values.length > 3 ? '…' : ''))
    .join(' · ')

/** Asks before an outbound is deleted, lists what is deleted with it, and changes the draft. */
export function useRemoval(): (row: OutboundRow) => Promise<void> {
  const { t } = useTranslation()
  const { questions, place } = useServices()
  const { template, change } = useDraft()
  return async ({ tag, index }) => {
    // Nothing can refer to an outbound without a tag.
    const removal = tag === '' ? undefined : removalOf(template, tag)
    const count = removal ? removal.rules.length + removal.balancers.length + removal.outbounds.length : 0
    const sure = await questions.ask({
      title: t('outbounds.deleteTitle', { tag: tag || `#${(index ?? 0) + 1}` }),
      text: removal && <Along removal={removal} />,
      verb: count === 0 ? t('outbounds.deleteVerb') : t('outbounds.deleteAlong', { count }),
      danger: true,
    })
    if (!sure) return
    change((draft) =>
      tag === ''
        ? withOutbounds(draft, outboundsOf(draft).toSpliced(index ?? 0, 1))
        : removalOf(draft, tag).template,
    )
    place.setParams({ o: undefined })
  }
}

function Along({ removal }: { removal: Removal }) {
  const { t } = useTranslation()
  const { rules, balancers, outbounds, smaller } = removal
  const lines = [
    ...rules.map((rule) => t('outbounds.alongRule', { rule: ruleText(rule) })),
    ...balancers.map((tag) => t('outbounds.alongBalancer', { tag })),
    ...outbounds.map((tag) => t('outbounds.alongOutbound', { tag })),
    ...smaller.map((tag) => t('outbounds.smaller', { tag })),
  ]
  if (lines.length === 0) return <p>{t('outbounds.unused')}</p>
  return (
    <>
      <p>{t('outbounds.along')}</p>
      <ul className={styles.along}>
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </>
  )
}
