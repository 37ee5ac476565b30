import { Autocomplete, Button, Select, Switch, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { clientsApi } from '#contract/clients-api.ts'
import type { ReplyOf } from '#contract/wire.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useReply } from '../../api/use-reply.ts'
import { useSave } from '../../conflict/use-save.ts'
import { AmountField } from '../../forms/amount-field.tsx'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { FormBody } from '../../forms/form-body.tsx'
import { useForm } from '../../forms/use-form.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import layout from '../../ui/layout.module.css'
import styles from './client-drawer.module.css'
import { bodyOf, type ClientForm, checkClient, endedBy, formOf, isRename, newSecrets } from './client-form.ts'
import { ExpiryField } from './expiry-field.tsx'
import { inboundName } from './inbound-name.ts'
import { IpLimitOff } from './ip-limit-off.tsx'
import { SpeedField } from './speed-field.tsx'
import { UnsupportedLimits } from './unsupported-limits.tsx'
import { useClientInbounds } from './use-clients.ts'

const FairFields = lazyWithWords(() => import('./fair-fields.tsx'), 'FairFields', 'policies')
const IpFields = lazyWithWords(() => import('./ip-fields.tsx'), 'IpFields', 'policies')

const secrets = ['flow', 'uuid', 'password', 'auth', 'subId', 'tgId'] as const

const endedTexts = { expired: 'verb.enableExpiredText', spent: 'verb.enableSpentText' } as const

type Found = ReplyOf<typeof clientsApi.get>

/** All fields of a client. A refused field is marked; input is kept. */
export function ClientSettings({ found }: { found: Found }) {
  const { t } = useTranslation()
  const { api, place } = useServices()
  const inbounds = useClientInbounds()
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
      if (values.email.trim() !== email) place.setParams({ c: values.email.trim() })
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
    for (const [name, value] of Object.entries(newSecrets()))
      form.set(name as keyof ReturnType<typeof newSecrets>, value) // exactly its keys
  }

  const ended = endedBy(form.values, found, Date.now())

  return (
    <FormBody form={form} verb={t('clientForm.save')} closedBy={['c', 'tab']} needsChange>
      <Switch
        size="md"
        {...form.check('enable')}
        label={t('clientForm.enabled')}
        {...(ended && { description: t(endedTexts[ended]) })}
      />
      <TextInput
        {...form.text('email')}
        label={t('new.email')}
        {...(isRename(email, form.values.email) && { description: t('clientForm.renameHint') })}
        spellCheck={false}
        dir="auto"
      />
      <TextInput {...form.text('comment')} label={t('clients.comment')} dir="auto" />
      <ExpiryField {...form.value('expiryTime')} />
      <div className={styles.pair}>
        <AmountField
          {...form.value('totalGB')}
          label={t('clientForm.quota')}
          unset={t('clients.unlimited')}
          suffix=" GB"
          decimalScale={2}
        />
        <AmountField
          {...form.value('limitIp')}
          label={t('clients.limitIp')}
          unset={t('clients.unlimited')}
          allowDecimal={false}
        />
        <AmountField
          {...form.value('limitHwid')}
          label={t('clients.limitHwid')}
          unset={t('clients.unlimited')}
          allowDecimal={false}
        />
        <AmountField
          {...form.value('reset')}
          label={t('clientForm.renewDays')}
          unset={t('clients.never')}
          allowDecimal={false}
        />
        <Autocomplete
          {...form.value('group')}
          label={t('clients.group')}
          description={t('clientForm.groupHint')}
          data={groups.map(({ name }) => name)}
        />
      </div>
      <IpLimitOff limit={form.values.limitIp} />
      <Switch
        {...form.check('deviceKeys')}
        label={t('clientForm.deviceKeys')}
        description={t('clientForm.deviceKeysHint')}
      />
      <SpeedField {...form.value('speedDown')} label={t('clientForm.speedDown')} />
      <SpeedField {...form.value('speedUp')} label={t('clientForm.speedUp')} />
      <div className={styles.pair}>
        <Select
          {...form.value('whenEnded')}
          onChange={(next) => form.set('whenEnded', next ?? 'cut')}
          label={t('clientForm.whenEnded')}
          data={[
            { value: 'cut', label: t('clientForm.endCut') },
            { value: 'slow', label: t('clientForm.endSlow') },
          ]}
          allowDeselect={false}
        />
        {form.values.whenEnded === 'slow' && (
          <AmountField
            {...form.value('slowSpeed')}
            label={t('clientForm.slowSpeed')}
            unset={t('clientForm.slowHint')}
            decimalScale={3}
            suffix=" Mbit/s"
          />
        )}
      </div>
      <div className={styles.pair}>
        <FairFields values={form.values} errors={form.errors} set={form.set} inherits />
      </div>
      {Number(form.values.limitIp) > 0 && (
        <Suspense>
          <IpFields values={form.values} errors={form.errors} set={form.set} />
        </Suspense>
      )}
      <ChoiceChips
        many
        {...form.value('inboundIds')}
        legend={t('clients.inbounds')}
        options={inbounds.map((inbound) => ({
          value: String(inbound.id),
          label: <bdi>{inboundName(inbound)}</bdi>,
        }))}
      />
      <UnsupportedLimits values={form.values} inbounds={inbounds} />
      <details
        className={styles.secrets}
        open={secretsOpen || isRefused}
        onToggle={(event) => setSecretsOpen(event.currentTarget.open)}
      >
        <summary>{t('clientForm.secrets')}</summary>
        <div className={layout.foldedFields}>
          {carriesFlow && (
            <Select
              {...form.value('flow')}
              label={t('clientForm.flow')}
              data={[
                { value: 'none', label: t('clientForm.flowNone') },
                { value: 'xtls-rprx-vision', label: 'xtls-rprx-vision' },
                { value: 'xtls-rprx-vision-udp443', label: 'xtls-rprx-vision-udp443' },
              ]}
              allowDeselect={false}
            />
          )}
          <TextInput {...form.text('uuid')} label="UUID" dir="ltr" spellCheck={false} />
          <TextInput {...form.text('password')} label={t('login.password')} dir="ltr" spellCheck={false} />
          <TextInput {...form.text('auth')} label={t('clientForm.auth')} dir="ltr" spellCheck={false} />
          <TextInput {...form.text('subId')} label={t('clientForm.subId')} dir="ltr" spellCheck={false} />
          <TextInput {...form.text('tgId')} label={t('clientForm.tgId')} dir="ltr" inputMode="numeric" />
          <div>
            <Button variant="default" size="sm" onClick={reissue}>
              {t('clientForm.reissue')}
            </Button>
            <p className={layout.dim}>{t('clientForm.reissueHint')}</p>
          </div>
        </div>
      </details>
    </FormBody>
  )
}
