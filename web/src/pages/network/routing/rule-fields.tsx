import { NativeSelect, TextInput } from '@mantine/core'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import type { useForm } from '../../../forms/form.tsx'
import { TagsField } from '../../../forms/tags-field.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useDraft } from '../draft/draft.tsx'
import type { RuleValues } from './rule.ts'
import { useTargets } from './targets.ts'

type RuleForm = ReturnType<typeof useForm<RuleValues, void>>

const networks = ['tcp', 'udp'] as const
const protocols = ['http', 'tls', 'quic', 'bittorrent'] as const

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
      <TagsField
        {...form.value('domain', 'rule.domains', 'rule.domainsHelp')}
        placeholder="geosite:openai, domain:example.com"
        data-autofocus
      />
      <TagsField {...form.value('ip', 'rule.ips')} placeholder="geoip:ir, 10.0.0.0/8" />
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
        many
        {...form.value('network')}
        options={networks.map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <ChoiceChips
        legend={t('rule.protocols')}
        many
        {...form.value('protocol')}
        options={listed.map((value) => ({ value, label: value }))}
      />
      <TagsField {...form.value('source', 'rule.sources')} placeholder="192.0.2.0/24" />
      <TagsField {...form.value('user', 'rule.users', 'rule.usersHelp')} />
      <TagsField {...form.value('inboundTag', 'rule.inbounds')} data={about.inboundTags} />
    </>
  )
}
