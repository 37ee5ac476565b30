import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { resolveStrategies } from '#domain/net/resolve-strategy.ts'
import {
  type FieldProblem,
  type FormField,
  formFields,
  type OutboundValues,
  problemsOf,
} from '#domain/outbounds/outbound-form.ts'
import { outboundsOf, tagOf, tagProblem } from '#domain/outbounds/template-outbounds.ts'
import type { Errors, useForm } from '../../../forms/use-form.ts'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { useDraft } from '../draft/draft.tsx'

type OutboundForm = ReturnType<typeof useForm<OutboundValues, unknown>>

const labels = {
  domainStrategy: 'outbounds.fieldStrategy',
  response: 'outbounds.fieldResponse',
  network: 'outbounds.fieldNetwork',
  address: 'outbounds.fieldAddress',
  port: 'outbounds.fieldPort',
  user: 'outbounds.fieldUser',
  pass: 'outbounds.fieldPass',
  secretKey: 'outbounds.fieldSecretKey',
  addresses: 'outbounds.fieldAddresses',
  publicKey: 'outbounds.fieldPublicKey',
  preSharedKey: 'outbounds.fieldSharedKey',
  endpoint: 'outbounds.fieldEndpoint',
  mtu: 'outbounds.fieldMtu',
  reserved: 'outbounds.fieldReserved',
} as const satisfies Record<FormField, PlainKey>

const hints: Partial<Record<FormField, PlainKey>> = {
  domainStrategy: 'outbounds.hintStrategy',
  response: 'outbounds.hintResponse',
  endpoint: 'outbounds.hintEndpoint',
  addresses: 'outbounds.hintAddresses',
  reserved: 'outbounds.hintReserved',
}

const problems = {
  needed: 'outbounds.needed',
  port: 'outbounds.badPort',
  key: 'outbounds.badKey',
  endpoint: 'outbounds.badEndpoint',
  reserved: 'outbounds.badReserved',
  mtu: 'outbounds.badMtu',
} as const satisfies Record<FieldProblem, PlainKey>

/** Why a tag is invalid; tags of subscriptions count as taken. */
export function useTagCheck(): (tag: string, own: string | undefined) => string | undefined {
  const { t } = useTranslation()
  const { template, about } = useDraft()
  return (tag, own) => {
    const others = [...outboundsOf(template).map(tagOf), ...about.subscriptionOutboundTags].filter(
      (o) => o !== own,
    )
    const problem = tagProblem(tag, others)
    return problem && t(problem === 'blank' ? 'outbounds.tagBlank' : 'outbounds.tagTaken')
  }
}

export function useOutboundCheck(): (
  values: OutboundValues,
  own: string | undefined,
) => Errors<OutboundValues> {
  const { t } = useTranslation()
  const tagWords = useTagCheck()
  return (values, own) => {
    const tag = tagWords(values.tag.trim(), own)
    const found = Object.entries(problemsOf(values)).map(([field, problem]) => [field, t(problems[problem])])
    return { ...(tag && { tag }), ...Object.fromEntries(found) }
  }
}

const selects: Partial<Record<FormField, readonly string[]>> = {
  domainStrategy: resolveStrategies,
  response: ['none', 'http'],
  network: ['', 'tcp', 'udp'],
}
const secrets = new Set<FormField>(['pass', 'secretKey', 'preSharedKey'])

export function FormFields({ form }: { form: OutboundForm }) {
  const { t } = useTranslation()
  const tag = form.text('tag')
  return (
    <>
      <TextInput {...tag} label={t('outbounds.tag')} dir="auto" autoComplete="off" spellCheck={false} />
      {formFields[form.values.protocol].map((field) => (
        <OneField key={field} field={field} form={form} />
      ))}
    </>
  )
}

function OneField({ field, form }: { field: FormField; form: OutboundForm }) {
  const { t } = useTranslation()
  const { value, ...rest } = form.text(field)
  const hint = hints[field]
  const shared = {
    ...rest,
    value,
    label: t(labels[field]),
    description: hint && t(hint),
    dir: 'ltr' as const,
  }
  const choices = selects[field]
  if (choices)
    return (
      <NativeSelect
        {...shared}
        data={choices.map((choice) => ({ value: choice, label: choice || t('outbounds.asAsked') }))}
      />
    )
  if (secrets.has(field))
    return (
      <PasswordInput
        {...shared}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('outbounds.showSecret') }}
      />
    )
  return (
    <TextInput
      {...shared}
      autoComplete="off"
      spellCheck={false}
      {...((field === 'port' || field === 'mtu') && { inputMode: 'numeric' as const })}
    />
  )
}
