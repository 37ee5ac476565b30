import { NativeSelect, Switch, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fingerprints } from '#domain/inbounds/form/security.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import layout from '../../../ui/layout.module.css'
import type { AddressFormState } from './address-form.tsx'
import { addressLabels, formatName, formats, ipVersionWords } from './address-labels.ts'
import type { AddressForm } from './address-values.ts'
import styles from './addresses.module.css'

type KeyOf<T> = { [K in keyof AddressForm]: AddressForm[K] extends T ? K : never }[keyof AddressForm]

interface ListProps {
  form: AddressFormState
  name: KeyOf<string[]>
  help?: string
  placeholder?: string
  data?: string[]
  /** Takes the focus when the form opens. */
  isFirst?: boolean
}

/** Typed text becomes a value on Enter, comma, Tab and blur, so that it is not lost. */
export function ListInput({ form, name, help, placeholder = '', data = [], isFirst }: ListProps) {
  const { t } = useTranslation()
  const { value, onChange, error } = form.value(name)
  return (
    <TagsInput
      data-field={name}
      value={value}
      onChange={onChange}
      error={error}
      label={t(addressLabels[name])}
      description={help}
      placeholder={value.length === 0 ? placeholder : ''}
      data={data}
      // A list without options is never open, so that Escape closes the drawer at once.
      {...(data.length === 0 && { dropdownOpened: false })}
      splitChars={[',', ' ', ';', '\n']}
      acceptValueOnBlur
      {...(isFirst && { 'data-autofocus': true })}
      dir="ltr"
    />
  )
}

/** What few need: opened on demand, or if something in it is set. */
export function MoreFields({ form }: { form: AddressFormState }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const text = (name: KeyOf<string> & string) => ({
    ...form.text(name),
    label: t(addressLabels[name]),
    dir: 'ltr' as const,
    autoComplete: 'off',
    spellCheck: false,
  })
  const flag = (name: KeyOf<boolean>) => ({
    size: 'md' as const,
    ...form.check(name),
    label: t(addressLabels[name]),
  })
  const { excludeFromSubTypes } = form.values
  const listed = [...new Set([...Object.keys(formats), ...excludeFromSubTypes])]
  return (
    <details className={styles.more} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('addresses.more')}</summary>
      <div className={layout.foldedFields}>
        <Switch {...flag('overrideSniFromAddress')} />
        <Switch {...flag('keepSniBlank')} />
        <ListInput form={form} name="alpn" data={['h3', 'h2', 'http/1.1']} />
        <TextInput {...text('fingerprint')} list="address-fingerprints" />
        <datalist id="address-fingerprints">
          {fingerprints.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextInput {...text('echConfigList')} />
        <ListInput form={form} name="pinnedPeerCertSha256" />
        <TextInput {...text('verifyPeerCertByName')} />
        <Switch {...flag('allowInsecure')} description={t('addresses.insecureHint')} />
        <ChoiceChips
          many
          {...form.value('excludeFromSubTypes')}
          legend={t('addresses.exclude')}
          options={listed.map((value) => ({ value, label: formatName(t, value) }))}
        />
        <TextInput {...text('serverDescription')} dir="auto" />
        <TextInput {...text('vlessRoute')} description={t('addresses.vlessRouteHint')} inputMode="numeric" />
        <NativeSelect
          {...form.text('mihomoIpVersion')}
          label={t('addresses.ipVersion')}
          data={Object.entries(ipVersionWords).map(([value, label]) => ({ value, label: t(label) }))}
        />
        <ListInput form={form} name="tags" help={t('addresses.tagsHint')} />
      </div>
    </details>
  )
}
