import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { HostGroup } from '#contract/host.ts'
import type { Inbound } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { fingerprints } from '#domain/inbounds/form/security.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { declined, type Errors, FormBody, machineText, useForm } from '../../../forms/form.tsx'
import { TagsField } from '../../../forms/tags-field.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useParam } from '../../../router/use-url-state.ts'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { nameOf as nameOfInbound } from '../inbound-view.ts'
import { formatName, formats, ipVersions, securities } from './address-labels.ts'
import {
  type AddressForm,
  bodyOf,
  formOf,
  isJsonObject,
  jsonFields,
  nameOf,
  newForm,
} from './address-values.ts'
import styles from './addresses.module.css'
import type { AddressActions } from './use-address-actions.ts'

interface Props {
  all: readonly HostGroup[]
  inbounds: readonly Inbound[]
  actions: AddressActions
}

/** `?host=new` adds addresses, `?host=<group>` edits them. */
export function AddressDrawer({ all, inbounds, actions }: Props) {
  const { t } = useTranslation()
  const find = (id: string) => all.find(({ groupId }) => groupId === id)
  return (
    <SideDrawer
      param="host"
      title={(id) => {
        const group = find(id)
        return group ? <bdi>{nameOf(group)}</bdi> : t('addresses.add')
      }}
    >
      {(id, close) => {
        const group = find(id)
        if (!group && id !== 'new') return <p>{t('addresses.gone')}</p>
        return <Fields key={id} group={group} inbounds={inbounds} actions={actions} close={close} />
      }}
    </SideDrawer>
  )
}

interface FieldsProps extends Omit<Props, 'all'> {
  group: HostGroup | undefined
  close(): void
}

function useAddressForm({ group, actions, close }: FieldsProps) {
  const { t } = useTranslation()
  const of = useParam('of')
  const form = useForm<AddressForm, true>({
    initial: group ? formOf(group) : newForm(of),
    check: ({ hosts, inboundIds, ...values }): Errors<AddressForm> => ({
      ...(hosts.length === 0 && { hosts: t('addresses.hostsMissing') }),
      ...(inboundIds.length === 0 && { inboundIds: t('addresses.inboundsMissing') }),
      ...Object.fromEntries(
        jsonFields
          .filter((name) => values[name].trim() !== '' && !isJsonObject(values[name]))
          .map((name) => [name, t('addresses.jsonInvalid')]),
      ),
    }),
    submit: async (values) => (await actions.save(group, bodyOf(values, group))) || declined,
    onDone: close,
  })
  const labelOf = (name: keyof AddressForm) => t(`addresses.field.${name}`)
  return {
    ...form,
    /** The same as those of `form`, with labels. */
    field: <K extends keyof AddressForm>(name: K) => ({ ...form.text(name), label: labelOf(name) }),
    machine: <K extends keyof AddressForm>(name: K) => ({
      ...form.text(name),
      label: labelOf(name),
      ...machineText,
    }),
    flag: (name: keyof AddressForm) => ({ size: 'md' as const, ...form.check(name), label: labelOf(name) }),
  }
}

type FormState = ReturnType<typeof useAddressForm>

function Fields(props: FieldsProps) {
  const { group, inbounds, close } = props
  const { t } = useTranslation()
  const form = useAddressForm(props)
  const { inboundIds, security } = form.values
  const choices = inbounds.filter(
    ({ id, protocol }) => carriesClients(protocol) || inboundIds.includes(String(id)),
  )
  const asInbound = t('addresses.asInbound')
  return (
    <FormBody
      form={form}
      verb={t(group ? 'addresses.save' : 'addresses.addVerb')}
      closedBy={['host']}
      needsChange={group !== undefined}
      onCancel={close}
    >
      <TagsField
        {...form.value('hosts', 'addresses.field.hosts', 'addresses.hostsHint')}
        placeholder="cdn.example.com"
        data-autofocus
      />
      <ChoiceChips
        many
        {...form.value('inboundIds')}
        legend={t('addresses.field.inboundIds')}
        options={choices.map((inbound) => ({
          value: String(inbound.id),
          label: <bdi>{nameOfInbound(inbound)}</bdi>,
        }))}
      />
      <TextInput
        {...form.field('remark')}
        description={t('addresses.remarkHint')}
        dir="auto"
        autoComplete="off"
      />
      <div className={styles.pair}>
        <NumberInput
          {...form.value('port', 'addresses.field.port')}
          description={asInbound}
          min={1}
          max={65_535}
          allowDecimal={false}
        />
        <NativeSelect
          {...form.field('security')}
          description={t('addresses.securityHint')}
          data={securities.map((value) => ({ value, label: t(`addresses.security.${value}`) }))}
        />
      </div>
      <Multiplier form={form} hasKeys={group?.ownKeys ?? false} />
      {security !== 'none' && <TextInput {...form.machine('sni')} description={asInbound} />}
      <div className={styles.pair}>
        <TextInput {...form.machine('hostHeader')} description={asInbound} />
        <TextInput {...form.machine('path')} description={asInbound} />
      </div>
      <Folded title={t('addresses.more')}>
        <MoreFields form={form} />
      </Folded>
      <Folded
        title={t('addresses.advanced')}
        isOpen={jsonFields.some((name) => form.errors[name] !== undefined)}
      >
        {/* Parts of the configuration that apps get, as the core writes them. */}
        {jsonFields.map((name) => (
          <Textarea
            key={name}
            {...form.machine(name)}
            description={t(hints[name])}
            placeholder="{}"
            rows={2}
            autosize
            maxRows={12}
          />
        ))}
      </Folded>
    </FormBody>
  )
}

function Multiplier({ form, hasKeys }: { form: FormState; hasKeys: boolean }) {
  const { t } = useTranslation()
  const isSet = form.values.trafficMultiplier !== ''
  const more = isSet ? t('addresses.multiplierCopied') : hasKeys ? t('addresses.multiplierKept') : ''
  return (
    <NumberInput
      {...form.value('trafficMultiplier', 'addresses.field.trafficMultiplier')}
      description={`${t('addresses.multiplierHint')} ${more}`}
      placeholder={t('addresses.asInbound')}
      min={0}
      max={100}
      decimalScale={2}
      step={0.1}
    />
  )
}

const hints = {
  muxParams: 'addresses.muxHint',
  sockoptParams: 'addresses.sockoptHint',
  finalMask: 'addresses.finalMaskHint',
} as const

/** What few need: opened on demand, or if something in it is refused. */
function Folded({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className="foldedBox"
      open={open || isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div className="foldedFields">{children}</div>
    </details>
  )
}

function MoreFields({ form }: { form: FormState }) {
  const { t } = useTranslation()
  const listed = [...new Set([...Object.keys(formats), ...form.values.excludeFromSubTypes])]
  return (
    <>
      <Switch {...form.flag('overrideSniFromAddress')} />
      <Switch {...form.flag('keepSniBlank')} />
      <TagsField {...form.value('alpn', 'addresses.field.alpn')} data={['h3', 'h2', 'http/1.1']} />
      <TextInput {...form.machine('fingerprint')} list="address-fingerprints" />
      <datalist id="address-fingerprints">
        {fingerprints.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextInput {...form.machine('echConfigList')} />
      <TagsField {...form.value('pinnedPeerCertSha256', 'addresses.field.pinnedPeerCertSha256')} />
      <TextInput {...form.machine('verifyPeerCertByName')} />
      <Switch {...form.flag('allowInsecure')} description={t('addresses.insecureHint')} />
      <ChoiceChips
        many
        {...form.value('excludeFromSubTypes')}
        legend={t('addresses.field.excludeFromSubTypes')}
        options={listed.map((value) => ({ value, label: formatName(t, value) }))}
      />
      <TextInput {...form.machine('serverDescription')} dir="auto" />
      <TextInput
        {...form.machine('vlessRoute')}
        description={t('addresses.vlessRouteHint')}
        inputMode="numeric"
      />
      <NativeSelect
        {...form.field('mihomoIpVersion')}
        data={ipVersions.map((value) => ({ value, label: t(`addresses.ip.${value}`) }))}
      />
      <TagsField {...form.value('tags', 'addresses.field.tags', 'addresses.tagsHint')} />
    </>
  )
}
