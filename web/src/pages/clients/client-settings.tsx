import { Autocomplete, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { clientsApi } from '#contract/clients-api.ts'
import type { ReplyOf } from '#contract/wire.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useSave } from '../../conflict/use-save.ts'
import { FormBody, useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './client-drawer.module.css'
import { bodyOf, type ClientForm, checkClient, endedBy, formOf, isRename, newSecrets } from './client-form.ts'
import { ExpiryField } from './expiry-field.tsx'
import { InboundChips } from './inbound-chips.tsx'
import { IpLimitOff, UnsupportedLimits } from './ip-limit-off.tsx'
import { EndingSelect, IpFields, LimitField, SpeedFields } from './limit-fields.tsx'
import { QuotasField } from './quotas-field.tsx'
import { useClientInbounds } from './use-clients.ts'
import { useInboundHints } from './use-inbound-hints.ts'
import { WireguardFields } from './wireguard-fields.tsx'
import { WithoutEffect } from './without-effect.tsx'

const secrets = ['flow', 'uuid', 'password', 'auth', 'subId', 'tgId'] as const

const endedTexts = { expired: 'verb.enableExpiredText', spent: 'verb.enableSpentText' } as const

type Found = ReplyOf<typeof clientsApi.get>

/** All fields of a client. A refused field is marked; input is kept. */
export function ClientSettings({ found }: { found: Found }) {
  const { t, api, router } = useApp()
  const inbounds = useClientInbounds()
  const hintOf = useInboundHints(found.client.email, found.closedInbounds)
  const { data: groups = [] } = useReply(endpoints.clientGroups.list)
  const { email } = found.client

  const save = useSave()
  async function send(values: ClientForm, { client, inboundIds, version }: Found) {
    const wished = values.inboundIds.map(Number)
    const body = {
      client: bodyOf(values, client),
      attach: wished.filter((id) => !inboundIds.includes(id)),
      detach: inboundIds.filter((id) => !wished.includes(id)),
    }
    await api.call(endpoints.clients.save, { params: { email }, query: { version }, body })
  }
  const form = useForm<ClientForm, void>({
    initial: formOf(found.client, found.inboundIds),
    check: (values) => checkClient(values, t),
    fields: { id: 'uuid', credentials: 'uuid' },
    async submit(values) {
      await save({
        seen: found,
        values,
        valuesOf: ({ client, inboundIds }) => formOf(client, inboundIds),
        send,
        read: () => api.call(endpoints.clients.get, { params: { email } }),
      })
    },
    onDone(_, values) {
      if (values.email.trim() !== email) router.setParams({ c: values.email.trim() })
    },
  })
  // The flow has no effect on other inbounds, so the stored value is kept.
  const carriesFlow = inbounds.some(
    ({ id, tlsFlowCapable }) => tlsFlowCapable && form.values.inboundIds.includes(String(id)),
  )
  // A refused secret expands the section that contains it.
  const [secretsOpen, setSecretsOpen] = useState(false)
  const isRefused = secrets.some((name) => form.errors[name] !== undefined)
  const reissue = () => {
    for (const [name, value] of Object.entries(newSecrets(form.values)))
      form.set(name as keyof ReturnType<typeof newSecrets>, value) // exactly its keys
  }

  const ended = endedBy(form.values, found, Date.now())

  return (
    <FormBody form={form} verb={t('clientForm.save')} closedBy={['c', 'tab']} needsChange>
      <Switch
        {...form.check('enable', 'clientForm.enabled')}
        {...(ended && { description: t(endedTexts[ended]) })}
      />
      <TextInput
        {...form.text('email', 'new.email')}
        {...(isRename(email, form.values.email) && { description: t('clientForm.renameHint') })}
        spellCheck={false}
        dir="auto"
      />
      <TextInput {...form.text('comment', 'clients.comment')} dir="auto" />
      <ExpiryField {...form.value('expiryTime')} />
      <div className={styles.pair}>
        <LimitField form={form} of="totalGB" />
        <LimitField form={form} of="limitIp" />
        <LimitField form={form} of="limitHwid" />
        <LimitField form={form} of="reset" />
        <Autocomplete
          {...form.value('group', 'clients.group', 'clientForm.groupHint')}
          data={groups.map(({ name }) => name)}
        />
      </div>
      <IpLimitOff limit={form.values.limitIp} />
      <Switch {...form.check('deviceKeys', 'clientForm.deviceKeys', 'clientForm.deviceKeysHint')} />
      <SpeedFields form={form} />
      <div className={styles.pair}>
        <EndingSelect form={form} />
        {form.values.whenEnded === 'slow' && <LimitField form={form} of="slowSpeed" />}
      </div>
      <div className={styles.pair}>
        <LimitField form={form} of="fairUse" decimalScale={3} />
        <LimitField form={form} of="fairUseSpeed" />
      </div>
      {Number(form.values.limitIp) > 0 && <IpFields form={form} />}
      <InboundChips {...form.value('inboundIds')} inbounds={inbounds} hintOf={hintOf} />
      <QuotasField
        {...form.value('quotas')}
        inbounds={inbounds.filter(({ id }) => form.values.inboundIds.includes(String(id)))}
        hint="quota.clientHint"
      />
      <UnsupportedLimits values={form.values} inbounds={inbounds} />
      <WithoutEffect values={form.values} inbounds={inbounds} />
      <WireguardFields form={form} inbounds={inbounds} />
      <details
        className="foldedBox"
        open={secretsOpen || isRefused}
        onToggle={(event) => setSecretsOpen(event.currentTarget.open)}
      >
        <summary>{t('clientForm.secrets')}</summary>
        <div className="foldedFields">
          {carriesFlow && (
            <Select
              {...form.value('flow', 'clientForm.flow')}
              data={[
                { value: 'none', label: t('clientForm.flowNone') },
                { value: 'xtls-rprx-vision', label: 'xtls-rprx-vision' },
                { value: 'xtls-rprx-vision-udp443', label: 'xtls-rprx-vision-udp443' },
              ]}
              allowDeselect={false}
            />
          )}
          <TextInput {...form.text('uuid')} label="UUID" dir="ltr" spellCheck={false} />
          <TextInput {...form.text('password', 'login.password')} dir="ltr" spellCheck={false} />
          <TextInput {...form.text('auth', 'clientForm.auth')} dir="ltr" spellCheck={false} />
          <TextInput {...form.text('subId', 'clientForm.subId')} dir="ltr" spellCheck={false} />
          <TextInput {...form.text('tgId', 'clientForm.tgId')} dir="ltr" inputMode="numeric" />
          <div>
            <Button label={t('clientForm.reissue')} size="sm" onClick={reissue} />
            <p className="dim">{t('clientForm.reissueHint')}</p>
          </div>
        </div>
      </details>
    </FormBody>
  )
}
