import {
  FileButton,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Applies, TextRow } from '#contract/settings/row.ts'
import { AmountField } from '../../forms/amount-field.tsx'
import { machineText } from '../../forms/form.tsx'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { keysShown, rowOf, type Section, type ShownKey, shownGroups } from './sections.ts'
import styles from './settings.module.css'
import { hintBelow } from './stored-form.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { matchingSettings, type SettingWords } from './words.ts'

/** Only what does not apply instantly says so. */
const applies = {
  'at once': undefined,
  'next connection': 'settings.nextConnection',
  'panel restart': 'settings.afterPanel',
  'core restart': 'settings.afterCore',
} as const satisfies Record<Applies, PlainKey | undefined>

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
        className={styles.switch ?? ''}
        checked={form.values[name] === true}
        onChange={(event) => form.set(name, event.currentTarget.checked)}
      />
    )
  if (row.type === 'int') {
    const { min, max } = row
    const number = { ...shared, ...hintBelow, min, max, clampBehavior: 'none', allowDecimal: false } as const
    const value = Number(form.values[name])
    return unset === undefined ? (
      <NumberInput
        {...number}
        value={Number.isNaN(value) ? '' : String(form.values[name])}
        onChange={(next) => form.set(name, next === '' ? '' : Number(next))}
        placeholder={String(row.default)}
        dir="ltr"
      />
    ) : (
      <AmountField
        {...number}
        value={value}
        onChange={(next) => form.set(name, Number(next))}
        unset={unset}
      />
    )
  }
  const text = {
    ...shared,
    ...hintBelow,
    value: String(form.values[name]),
    onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value),
  }
  return <TextField row={row} words={words} {...text} />
}

interface TextProps {
  label: string
  name: ShownKey
  value: string
  error?: ReactNode
  description?: ReactNode
  onChange(event: { currentTarget: { value: string } }): void
}

/** Text in the user's language follows its direction; the rest is left-to-right. */
const prose = new Set(['subTitle', 'subAnnounce', 'subHwidText', 'remarkTemplate'])

function TextField({ row, words, ...rest }: TextProps & { row: TextRow; words: SettingWords }) {
  const zones = useId()
  const dir = prose.has(rest.name) ? 'auto' : 'ltr'
  if (row.format === 'picture') return <PictureField {...rest} />
  if (row.format === 'colour') return <ColourField {...rest} />
  if (row.choices) {
    const data = row.choices.map((value) => ({ value, label: words.choice(rest.name, value) }))
    return <NativeSelect {...rest} data={data} />
  }
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
        {...machineText}
        dir={dir}
        autoCapitalize="none"
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

const readAsDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** A small picture, kept as a data URL in the setting itself. */
function PictureField({ label, name, value, error, description, onChange }: TextProps) {
  const { t } = useTranslation()
  const set = (next: string) => onChange({ currentTarget: { value: next } })
  const choose = (file: File | null) => file && readAsDataUrl(file).then(set, () => set(''))
  return (
    <Input.Wrapper label={label} error={error} description={description} {...hintBelow} data-setting={name}>
      <Group gap="xs">
        {value !== '' && <img className={styles.logo} src={value} alt="" />}
        <FileButton onChange={choose} accept="image/png,image/jpeg,image/webp,image/svg+xml">
          {(props) => (
            <Button
              label={t('settings.choosePicture')}
              {...props}
              aria-label={`${label}: ${t('settings.choosePicture')}`}
            />
          )}
        </FileButton>
        {value !== '' && (
          <Button
            label={t('settings.removePicture')}
            variant="subtle"
            onClick={() => set('')}
            aria-label={`${label}: ${t('settings.removePicture')}`}
          />
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** Typed or picked; blank is the panel's own colour. */
function ColourField(props: TextProps) {
  return (
    <TextInput
      {...props}
      {...hintBelow}
      {...machineText}
      placeholder="#0b6c78"
      rightSection={
        <input
          type="color"
          className={styles.colour}
          aria-label={props.label}
          value={/^#[0-9a-f]{6}$/i.test(props.value) ? props.value : '#0b6c78'}
          onChange={props.onChange}
        />
      }
    />
  )
}

interface SettingGroupsProps {
  form: SettingsForm
  words: SettingWords
  section: Section
  q: string
  onShowAll(): void
}

/** The groups of a section, or the search results from all sections. */
export function SettingGroups({ form, words, section, q, onShowAll }: SettingGroupsProps) {
  const { t } = useTranslation()
  const found = q === '' ? undefined : matchingSettings(words, q)
  const isOn = (key: ShownKey) => form.values[key] === true
  const isTouched = (key: ShownKey) => form.changed.includes(key) || form.errors[key] !== undefined
  const groups = shownGroups
    .filter((group) => found || group.section === section)
    .map((group) => ({
      ...group,
      keys: found ? group.keys.filter((key) => found.includes(key)) : keysShown(group, isOn, isTouched),
    }))
    .filter(({ keys }) => keys.length > 0)
  if (!found && groups.length === 0) return null // a section of cards only
  if (groups.length === 0)
    return (
      <EmptyState
        icon={SearchIcon}
        title={t('settings.noneTitle')}
        text={t('settings.noneText')}
        action={<Button label={t('settings.showAll')} primary onClick={onShowAll} />}
      />
    )
  return groups.map((group) => (
    <section key={group.id} className={styles.card} aria-labelledby={`group-${group.id}`}>
      <h2 id={`group-${group.id}`} className={styles.cardTitle}>
        {words.groups[group.id]}
      </h2>
      <div className={styles.fields}>
        {group.keys.map((key) => (
          <SettingField key={key} name={key} words={words} form={form} />
        ))}
      </div>
    </section>
  ))
}
