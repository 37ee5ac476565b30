import { Button, Modal, NumberInput, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Group } from '#contract/limits.ts'
import { noGroupPolicy } from '#domain/limits/group.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf, replyOf } from '../../api/queries.ts'
import { FormBody } from '../../forms/form-body.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import styles from './bulk.module.css'
import { dateText, type Expiry, timeOf } from './client-form.ts'
import { ExpiryField } from './expiry-field.tsx'
import { IpFields } from './ip-fields.tsx'
import { IpLimitOff } from './ip-limit-off.tsx'
import { groupEndpoints } from './policy-endpoints.ts'
import { PolicyFields } from './policy-fields.tsx'
import { limitsOfForm, policyFields, policyFormOf } from './policy-form.ts'

const GB = 1024 ** 3
const newGroup: Group = { name: '', clientCount: 0, ...noGroupPolicy, used: 0, ended: false }

/** Groups, and what they give to their members. */
export function GroupsDialog() {
  const { t } = useTranslation()
  const { place } = useServices()
  const [chosen, setChosen] = useState<Group>()
  return (
    <Modal
      opened
      onClose={() => place.setParams({ new: undefined })}
      title={chosen ? chosen.name || t('groups.new') : t('groups.title')}
      size={640}
      classNames={{ title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {chosen ? (
        <GroupForm key={chosen.name} group={chosen} onDone={() => setChosen(undefined)} />
      ) : (
        <GroupList onChoose={setChosen} />
      )}
    </Modal>
  )
}

function GroupList({ onChoose }: { onChoose(group: Group): void }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const groups = useQuery({ ...replyOf(api, endpoints.clientGroups.list), staleTime: 0 })
  return (
    <div className={styles.body}>
      <p className={styles.preview}>{t('groups.text')}</p>
      <Loaded query={groups} rows={2}>
        {(list) => (
          <div>
            {list.map((group) => (
              <div key={group.name} className={styles.plan}>
                <span>
                  <bdi>{group.name}</bdi> <GroupHint group={group} />
                </span>
                <Button variant="default" size="xs" onClick={() => onChoose(group)}>
                  {t('groups.edit')}
                </Button>
              </div>
            ))}
          </div>
        )}
      </Loaded>
      <div className={styles.buttons}>
        <Button onClick={() => onChoose(newGroup)}>{t('groups.new')}</Button>
      </div>
    </div>
  )
}

function GroupHint({ group }: { group: Group }) {
  const { t, measures } = useTranslation()
  const parts = [
    t('groups.members', { count: group.clientCount }),
    group.totalGB > 0 &&
      t('groups.used', { used: measures.bytes(group.used), total: measures.bytes(group.totalGB) }),
    group.expiryTime > 0 && t('groups.until', { date: measures.date(group.expiryTime) }),
    group.ended && t('groups.ended'),
  ]
  return <span className={styles.preview}>{parts.filter(Boolean).join(' · ')}</span>
}

const formOf = (group: Group) => ({
  name: group.name,
  gigabytes: Number((group.totalGB / GB).toFixed(2)) as number | string,
  expiry: (group.expiryTime > 0
    ? { kind: 'date', date: dateText(group.expiryTime) }
    : { kind: 'never' }) as Expiry,
  limitHwid: group.limitHwid as number | string,
  limitIp: group.limitIp as number | string,
  ...policyFormOf(group),
})

function GroupForm({ group, onDone }: { group: Group; onDone(): void }) {
  const { t } = useTranslation()
  const { api, questions } = useServices()
  const queries = useQueryClient()
  const isNew = group.name === ''
  const before = formOf(group)
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(endpoints.clientGroups.list) })
  const form = useForm({
    initial: before,
    check: ({ name }) => (name.trim() === '' ? { name: t('groups.nameMissing') } : {}),
    fields: { ...policyFields, totalGB: 'gigabytes', expiryTime: 'expiry' },
    async submit(values) {
      const sameQuota = values.gigabytes === before.gigabytes
      const sameEnd = JSON.stringify(values.expiry) === JSON.stringify(before.expiry)
      const body = {
        name: values.name.trim(),
        ...limitsOfForm(values, group),
        limitHwid: Number(values.limitHwid),
        limitIp: Number(values.limitIp),
        totalGB: sameQuota ? group.totalGB : Math.round(Number(values.gigabytes) * GB),
        expiryTime: sameEnd ? group.expiryTime : timeOf(values.expiry),
      }
      if (isNew) await api.call(groupEndpoints.create, { body })
      else await api.call(groupEndpoints.update, { body })
      await refresh()
    },
    onDone,
  })

  async function reset() {
    const title = t('groups.resetTitle', { name: group.name })
    if (!(await questions.ask({ title, verb: t('groups.reset') }))) return
    await api.call(groupEndpoints.resetTraffic, { body: { name: group.name } })
    await refresh()
    onDone()
  }
  const whole = { min: 0, allowDecimal: false }

  return (
    <FormBody form={form} verb={t('clientForm.save')} closedBy={['new']} onCancel={onDone} needsChange>
      {isNew && <TextInput {...form.text('name')} label={t('groups.name')} dir="auto" data-autofocus />}
      {!isNew && (
        <p className={styles.preview}>
          <GroupHint group={group} />
        </p>
      )}
      <div className={styles.planFields}>
        <NumberInput
          {...form.value('gigabytes')}
          label={t('groups.quota')}
          description={t('groups.quotaHint')}
          min={0}
          decimalScale={2}
          suffix=" GB"
        />
        <NumberInput
          {...form.value('limitHwid')}
          label={t('clients.limitHwid')}
          description={t('groups.eachHint')}
          {...whole}
        />
        <NumberInput
          {...form.value('limitIp')}
          label={t('clients.limitIp')}
          description={t('groups.eachHint')}
          {...whole}
        />
      </div>
      <IpLimitOff limit={form.values.limitIp} />
      <ExpiryField {...form.value('expiry')} withoutFirstUse />
      <PolicyFields values={form.values} errors={form.errors} set={form.set} />
      <IpFields values={form.values} errors={form.errors} set={form.set} />
      {!isNew && (
        <Button variant="default" size="xs" w="fit-content" onClick={reset}>
          {t('groups.reset')}
        </Button>
      )}
    </FormBody>
  )
}
