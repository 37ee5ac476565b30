import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { HostGroup } from '#contract/host.ts'
import type { Inbound } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody } from '../../../forms/form-body.tsx'
import { declined, type Errors, useForm } from '../../../forms/use-form.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useParam } from '../../../router/use-location.ts'
import layout from '../../../ui/layout.module.css'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { nameOf as nameOfInbound } from '../inbound-view.ts'
import { addressLabels, securityWords } from './address-labels.ts'
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
import { ListInput, MoreFields } from './more-fields.tsx'
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
  return useForm<AddressForm, true>({
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
}

export type AddressFormState = ReturnType<typeof useAddressForm>

function Fields(props: FieldsProps) {
  const { group, inbounds, close } = props
  const { t } = useTranslation()
  const form = useAddressForm(props)
  const { inboundIds, security } = form.values
  const choices = inbounds.filter(
    ({ id, protocol }) => carriesClients(protocol) || inboundIds.includes(String(id)),
  )
  return (
    <FormBody
      form={form}
      verb={t(group ? 'addresses.save' : 'addresses.addVerb')}
      closedBy={['host']}
      needsChange={group !== undefined}
      onCancel={close}
    >
      <ListInput
        form={form}
        name="hosts"
        help={t('addresses.hostsHint')}
        placeholder="cdn.example.com"
        isFirst
      />
      <ChoiceChips
        many
        {...form.value('inboundIds')}
        legend={t('addresses.inbounds')}
        options={choices.map((inbound) => ({
          value: String(inbound.id),
          label: <bdi>{nameOfInbound(inbound)}</bdi>,
        }))}
      />
      <TextInput
        {...form.text('remark')}
        label={t('addresses.remark')}
        description={t('addresses.remarkHint')}
        dir="auto"
        autoComplete="off"
      />
      <div className={styles.pair}>
        <NumberInput
          {...form.value('port')}
          label={t('addresses.port')}
          description={t('addresses.asInbound')}
          min={1}
          max={65_535}
          allowDecimal={false}
        />
        <NativeSelect
          {...form.text('security')}
          label={t('addresses.security')}
          description={t('addresses.securityHint')}
          data={Object.entries(securityWords).map(([value, label]) => ({ value, label: t(label) }))}
        />
      </div>
      {security !== 'none' && (
        <TextInput
          {...form.text('sni')}
          label={t('addresses.sni')}
          description={t('addresses.asInbound')}
          dir="ltr"
          autoComplete="off"
        />
      )}
      <div className={styles.pair}>
        <TextInput
          {...form.text('hostHeader')}
          label={t('addresses.hostHeader')}
          description={t('addresses.asInbound')}
          dir="ltr"
          autoComplete="off"
        />
        <TextInput
          {...form.text('path')}
          label={t('addresses.path')}
          description={t('addresses.asInbound')}
          dir="ltr"
          autoComplete="off"
        />
      </div>
      <MoreFields form={form} />
      <AdvancedFields form={form} />
    </FormBody>
  )
}

const hints = {
  muxParams: 'addresses.muxHint',
  sockoptParams: 'addresses.sockoptHint',
  finalMask: 'addresses.finalMaskHint',
} as const

/** Parts of the configuration that apps get, as the core writes them. */
function AdvancedFields({ form }: { form: AddressFormState }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const isRefused = jsonFields.some((name) => form.errors[name] !== undefined)
  return (
    <details
      className={styles.more}
      open={open || isRefused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('addresses.advanced')}</summary>
      <div className={layout.foldedFields}>
        {jsonFields.map((name) => (
          <Textarea
            key={name}
            {...form.text(name)}
            label={t(addressLabels[name])}
            description={t(hints[name])}
            placeholder="{}"
            rows={2}
            autosize
            maxRows={12}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
    </details>
  )
}
