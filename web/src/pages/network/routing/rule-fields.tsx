import { NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import type { useForm } from '../../../forms/form.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useDraft } from '../draft/draft.tsx'
import type { RuleValues } from './rule.ts'
import { useTargets } from './targets.ts'

type RuleForm = ReturnType<typeof useForm<RuleValues, void>>
type ListField = 'domain' | 'ip' | 'source' | 'user' | 'inboundTag'

const networks = ['tcp', 'udp'] as const
const protocols = ['http', 'tls', 'quic', 'bittorrent'] as const

interface ListProps {
  form: RuleForm
  name: ListField
  label: string
  help?: string
  placeholder?: string
  data?: string[]
}

/** Typed text becomes a value on Enter, comma, Tab and blur, so that it is not lost. */
function List({ form, name, label, help, placeholder = '', data = [] }: ListProps) {
  const { value, onChange, error } = form.value(name)
  return (
    <TagsInput
      data-field={name}
      value={value}
      onChange={onChange}
      error={error}
      label={label}
      description={help}
      placeholder={value.length === 0 ? placeholder : ''}
      data={data}
      // A list without options is never open, so that Escape closes the drawer at once.
      {...(data.length === 0 && { dropdownOpened: false })}
      splitChars={[',', ' ', ';', '\n']}
      acceptValueOnBlur
      {...(name === 'domain' && { 'data-autofocus': true })}
      dir="ltr"
    />
  )
}

/** The conditions of a rule, common ones first; all of them have to match. */
export function RuleFields({ form }: { form: RuleForm }) {
  const { t } = useTranslation()
  const { about } = useDraft()
  const targets = useTargets()
  const { target } = form.values
  const isKnown = targets.some(({ value }) => value === target)
  const choices = targets.map(({ value, tag, kind }) => ({
    value,
    label: kind === 'balancer' ? `${tag} (${t('rule.balancer')})` : tag,
  }))
  const listed = [...protocols, ...form.values.protocol.filter((one) => !protocols.some((p) => p === one))]
  return (
    <>
      <List
        form={form}
        name="domain"
        label={t('rule.domains')}
        help={t('rule.domainsHelp')}
        placeholder="geosite:openai, domain:example.com"
      />
      <List form={form} name="ip" label={t('rule.ips')} placeholder="geoip:ir, 10.0.0.0/8" />
      <NativeSelect
        {...form.text('target', 'rule.goesTo')}
        data={isKnown ? choices : [{ value: target, label: target.replace(/^\w+ /, '') || '—' }, ...choices]}
      />
      <TextInput
        {...form.text('port', 'rule.ports', 'rule.portsHelp')}
        placeholder="443, 8000-9000"
        dir="ltr"
      />
      <ChoiceChips
        legend={t('rule.network')}
        name="network"
        many
        value={form.values.network}
        onChange={(value) => form.set('network', value)}
        options={networks.map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <ChoiceChips
        legend={t('rule.protocols')}
        name="protocol"
        many
        value={form.values.protocol}
        onChange={(value) => form.set('protocol', value)}
        options={listed.map((value) => ({ value, label: value }))}
      />
      <List form={form} name="source" label={t('rule.sources')} placeholder="192.0.2.0/24" />
      <List form={form} name="user" label={t('rule.users')} help={t('rule.usersHelp')} />
      <List form={form} name="inboundTag" label={t('rule.inbounds')} data={about.inboundTags} />
    </>
  )
}
