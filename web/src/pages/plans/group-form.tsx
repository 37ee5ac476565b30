import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { groupFields } from '#contract/clients/fields.ts'
import type { Group } from '#contract/limits.ts'
import { nothingNamed, sameNamed } from '#domain/follow/named.ts'
import { noGroupPolicy } from '#domain/limits/group.ts'
import { endpoints, useRefresh } from '../../api/endpoints.ts'
import { declined, FormBody, useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import styles from '../clients/bulk.module.css'
import { ExpiryField } from '../clients/expiry-field.tsx'
import { fieldsBody, fieldsForm } from '../clients/field-forms.ts'
import { IpLimitOff } from '../clients/ip-limit-off.tsx'
import { IpFields, LimitField, PolicyFields } from '../clients/limit-fields.tsx'
import { QuotasField } from '../clients/quotas-field.tsx'
import { useClientInbounds } from '../clients/use-clients.ts'
import { FollowFields, followForm, namedOf } from './follow-fields.tsx'
import { FollowReview } from './follow-review.tsx'

export const newGroup: Group = {
  name: '',
  clientCount: 0,
  ...noGroupPolicy,
  ...nothingNamed,
  used: 0,
  ended: false,
}

/** Members, use and end of a group, in a line. */
export function GroupHint({ group }: { group: Group }) {
  const { t, measures } = useApp()
  const parts = [
    group.totalGB > 0 &&
      t('groups.used', { used: measures.bytes(group.used), total: measures.bytes(group.totalGB) }),
    group.expiryTime > 0 && t('groups.until', { date: measures.date(group.expiryTime) }),
    group.ended && t('groups.ended'),
  ]
  return <span className={styles.preview}>{parts.filter(Boolean).join(' · ')}</span>
}

const formOf = (group: Group) => ({
  name: group.name,
  ...followForm(group),
  ...fieldsForm(groupFields, group),
})

type Review = Pick<Parameters<typeof FollowReview>[0], 'named' | 'saveRest'>

export function GroupForm({ group, onDone }: { group: Group; onDone(): void }) {
  const { t, api, questions } = useApp()
  const isNew = group.name === ''
  const inbounds = useClientInbounds()
  const [review, setReview] = useState<Review>()
  const refresh = useRefresh(endpoints.clientGroups.list)
  const form = useForm({
    initial: formOf(group),
    check: ({ name }) => (name.trim() === '' ? { name: t('groups.nameMissing') } : {}),
    async submit(values) {
      const name = values.name.trim()
      const wished = namedOf(values, inbounds)
      const named = wished.followInbounds ? wished : nothingNamed
      const body = { name: isNew ? name : group.name, ...fieldsBody(groupFields, values, group), ...named }
      const update = async () => {
        await api.call(endpoints.clientGroups.update, { body })
        if (name !== group.name)
          await api.call(endpoints.clientGroups.rename, { body: { oldName: group.name, newName: name } })
        await refresh()
      }
      if (!isNew && !sameNamed(group, named)) {
        setReview({ named, saveRest: update })
        return declined
      }
      if (!isNew) return update()
      await api.call(endpoints.clientGroups.create, { body })
      await refresh()
    },
    onDone,
  })

  async function reset() {
    const title = t('groups.resetTitle', { name: group.name })
    if (!(await questions.ask({ title, verb: t('groups.reset') }))) return
    await api.call(endpoints.clientGroups.resetTraffic, { body: { name: group.name } })
    await refresh()
    onDone()
  }

  if (review)
    return (
      <FollowReview
        {...review}
        of={{ name: group.name }}
        was={group}
        onBack={() => setReview(undefined)}
        onDone={onDone}
      />
    )
  return (
    <FormBody form={form} verb={t('clientForm.save')} closedBy={['group']} onCancel={onDone} needsChange>
      <TextInput {...form.text('name', 'groups.name')} dir="auto" data-autofocus />
      {!isNew && (
        <p className={styles.preview}>
          <GroupHint group={group} />
        </p>
      )}
      <div className={styles.planFields}>
        <LimitField form={form} of="totalGB" label={t('groups.quota')} description={t('groups.quotaHint')} />
        <LimitField form={form} of="limitHwid" description={t('groups.eachHint')} unset="policy.notSet" />
        <LimitField form={form} of="limitIp" description={t('groups.eachHint')} unset="policy.notSet" />
      </div>
      <IpLimitOff limit={form.values.limitIp} />
      <ExpiryField {...form.value('expiryTime')} withoutFirstUse />
      <PolicyFields form={form} />
      <IpFields form={form} />
      <FollowFields form={form} isGroup />
      <QuotasField
        {...form.value('quotas')}
        inbounds={inbounds}
        labels={form.values.labels}
        hint="quota.eachHint"
      />
      {!isNew && <Button label={t('groups.reset')} size="xs" w="fit-content" onClick={reset} />}
    </FormBody>
  )
}
