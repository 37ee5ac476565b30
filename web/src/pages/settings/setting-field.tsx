import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { Applies, TextRow } from '#contract/settings/row.ts'
import { AmountField } from '../../forms/amount-field.tsx'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { ColourField, PictureField } from './brand-fields.tsx'
import { rowOf, type ShownKey } from './sections.ts'
import styles from './settings.module.css'
import type { SettingsForm } from './use-settings-form.ts'
import type { SettingWords } from './words.ts'

/** Only what does not apply instantly says so. */
const applies = {
  'at once': undefined,
  'next connection': 'settings.nextConnection',
  'panel restart': 'settings.afterPanel',
  'core restart': 'settings.afterCore',
} as const satisfies Record<Applies, PlainKey | undefined>

/** Hints are below, so that inputs side by side are aligned. */
const order: InputWrapperOrder = ['label', 'input', 'error', 'description']
type InputWrapperOrder = ('label' | 'input' | 'error' | 'description')[]

interface Props {
  name: ShownKey
  words: SettingWords
  form: SettingsForm
}

/** One row of the contract's table: type and format choose the control, and it says when a change applies. */
export function SettingField({ name, words, form }: Props) {
  const { t } = useTranslation()
  const row = rowOf(name)
  const [label, hint, unset] = words.settings[name]
  const later = applies[row.applies]
  const shared = {
    label,
    name,
    // The refusal names the setting as the API does; here its label is shown.
    error: form.errors[name]?.replaceAll(name, label),
    'data-changed': form.changed.includes(name) || undefined,
    description: (hint || later) && (
      <>
        {hint}{' '}
        {later && (
          <span className={styles.applies} data-applies={row.applies}>
            {t(later)}
          </span>
        )}
      </>
    ),
  }
  if (row.type === 'bool')
    return (
      <Switch
        {...shared}
        size="md"
        className={styles.switch ?? ''}
        checked={form.values[name] === true}
        onChange={(event) => form.set(name, event.currentTarget.checked)}
      />
    )
  if (row.type === 'int' && unset !== undefined)
    return (
      <AmountField
        {...shared}
        inputWrapperOrder={order}
        value={Number(form.values[name])}
        onChange={(next) => form.set(name, Number(next))}
        unset={unset}
        min={row.min}
        max={row.max}
        clampBehavior="none"
        allowDecimal={false}
      />
    )
  if (row.type === 'int')
    return (
      <NumberInput
        {...shared}
        inputWrapperOrder={order}
        value={Number.isNaN(Number(form.values[name])) ? '' : String(form.values[name])}
        onChange={(next) => form.set(name, next === '' ? '' : Number(next))}
        min={row.min}
        max={row.max}
        clampBehavior="none"
        allowDecimal={false}
        placeholder={String(row.default)}
        dir="ltr"
      />
    )
  const text = {
    ...shared,
    inputWrapperOrder: order,
    value: String(form.values[name]),
    onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value),
  }
  return <TextField row={row} {...text} />
}

interface TextProps {
  row: TextRow
  label: string
  value: string
  onChange(event: { currentTarget: { value: string } }): void
}

/** Text in the user's language follows its direction; the rest is left-to-right. */
const prose = new Set(['subTitle', 'subAnnounce', 'subHwidText', 'remarkTemplate'])

function TextField({ row, ...rest }: TextProps & { name: ShownKey }) {
  const zones = useId()
  const dir = prose.has(rest.name) ? 'auto' : 'ltr'
  if (row.format === 'picture') return <PictureField {...rest} />
  if (row.format === 'colour') return <ColourField {...rest} />
  if (row.choices) return <NativeSelect {...rest} data={[...row.choices]} />
  if (row.format === 'json' || row.format === 'text')
    return (
      <Textarea
        {...rest}
        className={(row.format === 'json' ? styles.code : styles.long) ?? ''}
        rows={3}
        dir={dir}
        spellCheck={dir === 'auto'}
      />
    )
  const isZone = row.format === 'timezone'
  return (
    <>
      <TextInput
        {...rest}
        dir={dir}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder={row.default}
        {...(isZone && { list: zones })}
      />
      {isZone && (
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      )}
    </>
  )
}
