import { NativeSelect, NumberInput } from '@mantine/core'
import type { InboundOption } from '#contract/inbound.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import {
  filterOf,
  shownStatuses,
  statuses,
  tokensOf,
  typedValue,
  withFilter,
  withoutKind,
  wordsOf,
} from './filter.ts'
import styles from './filter-builder.module.css'
import { inboundName } from './inbound-name.ts'
import type { Server } from './use-clients.ts'

export interface BuilderProps {
  q: string
  onQuery(q: string): void
  groups: readonly string[]
  inbounds: readonly InboundOption[]
  servers: readonly Server[]
}

interface Choice {
  value: string
  label: string
}

/** Every filter as a field, and below them what one would type for the same. */
export function FilterBuilder({ q, onQuery, groups, inbounds, servers }: BuilderProps) {
  const { t } = useTranslation()
  const { data: plans = [] } = useReply(endpoints.plans.list)
  /** `kind` as it is typed: `status:`, `used>`. */
  const set = (kind: string, filter: string) =>
    onQuery(filter === '' ? withoutKind(q, kind, Date.now()) : withFilter(q, filter, Date.now()))
  const select = (name: string, word: PlainKey, choices: readonly Choice[]) => (
    <NativeSelect
      label={<Typed label={t(word)} as={`${name}:`} />}
      value={typedValue(q, `${name}:`, Date.now())}
      onChange={(event) => {
        const { value } = event.currentTarget
        set(`${name}:`, value && filterOf(name, value))
      }}
      data={[{ value: '', label: t('clients.any') }, ...choices]}
    />
  )
  const number = (kind: string, unit: string, word: PlainKey, suffix: string) => (
    <NumberInput
      label={<Typed label={t(word)} as={kind} />}
      value={Number.parseFloat(typedValue(q, kind, Date.now())) || ''}
      onChange={(value) => set(kind, value === '' ? '' : `${kind}${value}${unit}`)}
      min={0}
      max={9_000_000}
      hideControls
      suffix={suffix}
    />
  )
  const yesNo = (['yes', 'no'] as const).map((value) => ({ value, label: t(`clients.${value}`) }))
  const named = (names: readonly string[]) => names.map((value) => ({ value, label: value }))
  const states = shownStatuses.map((value) => ({ value, label: t(statuses[value].label) }))
  const places = inbounds.map((inbound) => ({ value: String(inbound.id), label: inboundName(inbound) }))
  const nodes = servers.map(({ id, name }) => ({ value: String(id), label: name }))
  const filters = tokensOf(q, Date.now()).filter(({ wanted }) => wanted)
  return (
    <div className={styles.builder}>
      <div className={styles.fields}>
        {select('status', 'clients.status', states)}
        {select('group', 'clients.group', named(groups))}
        {plans.length > 0 && select('plan', 'new.plan', named(plans.map(({ name }) => name)))}
        {select('inbound', 'clients.inbounds', places)}
        {servers.length > 0 && select('node', 'clients.node', nodes)}
        {number('used>', 'gb', 'clients.usedMore', ' GB')}
        {number('used<', 'gb', 'clients.usedLess', ' GB')}
        {number('expires<', 'd', 'clients.endsWithin', ` ${t('clients.daysUnit')}`)}
        {select('renew', 'clients.filterRenew', yesNo)}
        {select('comment', 'clients.filterComment', yesNo)}
        {select('telegram', 'clients.filterTelegram', yesNo)}
      </div>
      <p className={styles.typed}>
        <span>{t('clients.typedAs')}</span>
        <code dir="ltr" data-typed>
          {filters.length > 0 ? filters.map(({ text }) => text).join(' ') : 'status:expiring used>50gb'}
        </code>
      </p>
      <button
        type="button"
        className={styles.clear}
        disabled={filters.length === 0}
        onClick={() => onQuery(wordsOf(tokensOf(q, Date.now())))}
      >
        {t('clients.clearFilters')}
      </button>
    </div>
  )
}

const Typed = ({ label, as }: { label: string; as: string }) => (
  <>
    {label} <code dir="ltr">{as}</code>
  </>
)
