import { NativeSelect, Select } from '@mantine/core'
import { useId } from 'react'
import type { InboundOption } from '#contract/inbound.ts'
import { maxQuotas, quotaResets } from '#contract/quota-terms.ts'
import type { QuotaReset } from '#contract/quotas.ts'
import { AmountField } from '../../forms/amount-field.tsx'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { bytesOf, type QuotaRow } from './quota-rows.ts'
import styles from './quotas-field.module.css'
import { type QuotaPlaces, useQuotaPlaces } from './use-quota-places.ts'

const resetWords = {
  client: 'quota.resetClient',
  day: 'quota.resetDay',
  week: 'quota.resetWeek',
  month: 'quota.resetMonth',
  never: 'quota.resetNever',
} as const satisfies Record<QuotaReset, PlainKey>

interface Props {
  name: string
  value: readonly QuotaRow[]
  error: string | undefined
  onChange(rows: QuotaRow[]): void
  /** Those that a quota may name. */
  inbounds: readonly InboundOption[]
  /** Labels of this form that maybe no inbound has yet. */
  labels?: readonly string[]
  /** Whose quotas these are: of one client, or of each client of a group or plan. */
  hint: 'quota.clientHint' | 'quota.eachHint'
}

const noLabels: readonly string[] = []

/** Quotas for an inbound, a server or a label: of a client, a group or a plan. */
export function QuotasField({ name, value, error, onChange, inbounds, labels = noLabels, hint }: Props) {
  const { t } = useTranslation()
  const { groups, nameOf } = useQuotaPlaces(inbounds, labels)
  const id = useId()
  const used = new Set(value.map(({ target }) => target))
  const free = groups.flatMap(({ targets }) => targets).find((target) => !used.has(target))
  return (
    <fieldset
      className={styles.fields}
      data-field={name}
      tabIndex={-1}
      aria-labelledby={id}
      aria-invalid={error ? true : undefined}
    >
      <div>
        <p id={id} className="fieldLabel">
          {t('quota.title')}
        </p>
        <p className="dim88">
          {t('quota.hint')} {t(hint)}
        </p>
      </div>
      {value.map((row, at) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          key={at}
          row={row}
          groups={offeredTo(row, groups, used)}
          nameOf={nameOf}
          isMarked={error !== undefined && bytesOf(row) <= 0}
          onChange={(next) => onChange(value.map((one, i) => (i === at ? { ...one, ...next } : one)))}
          onRemove={() => onChange(value.filter((_, i) => i !== at))}
        />
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Button
        label={t('quota.add')}
        size="sm"
        w="fit-content"
        icon={PlusIcon}
        disabled={free === undefined || value.length >= maxQuotas}
        onClick={() =>
          free && onChange([...value, { target: free, gigabytes: 0, reset: 'client', bytes: 0 }])
        }
      />
    </fieldset>
  )
}

/** What no other row has. What the row has stays, even if it is gone from the panel. */
const offeredTo = ({ target }: QuotaRow, groups: readonly QuotaPlaces[], used: ReadonlySet<string>) =>
  groups.map(({ on, group, targets }) => {
    const left = targets.filter((one) => one === target || !used.has(one))
    const isGone = target.startsWith(`${on}:`) && !left.includes(target)
    return { on, group, targets: isGone ? [...left, target] : left }
  })

interface RowProps {
  row: QuotaRow
  groups: readonly QuotaPlaces[]
  nameOf(target: string): string
  /** It has no amount. */
  isMarked: boolean
  onChange(next: Partial<QuotaRow>): void
  onRemove(): void
}

function Row({ row, groups, nameOf, isMarked, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const name = nameOf(row.target)
  return (
    <fieldset className={styles.row} aria-label={name}>
      <Select
        className={styles.where ?? ''}
        label={t('quota.where')}
        value={row.target}
        onChange={(target) => target && onChange({ target })}
        data={groups
          .filter(({ targets }) => targets.length > 0)
          .map(({ group, targets }) => ({
            group,
            items: targets.map((value) => ({ value, label: nameOf(value) })),
          }))}
        allowDeselect={false}
        searchable
        dir="auto"
      />
      <AmountField
        label={t('quota.amount')}
        unset={t('quota.amountUnset')}
        value={row.gigabytes}
        error={isMarked}
        onChange={(gigabytes) => onChange({ gigabytes })}
        decimalScale={3}
        suffix=" GB"
      />
      <NativeSelect
        className={styles.reset ?? ''}
        label={t('quota.resets')}
        value={row.reset}
        onChange={({ currentTarget }) => onChange({ reset: currentTarget.value as QuotaReset })} // one of these
        data={quotaResets.map((value) => ({ value, label: t(resetWords[value]) }))}
      />
      <IconButton
        className={styles.remove ?? ''}
        icon={TrashIcon}
        label={t('quota.remove', { name })}
        onClick={onRemove}
      />
    </fieldset>
  )
}
