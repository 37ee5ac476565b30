import { Autocomplete, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import type { ClientInput } from '#contract/client.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { meantBy } from '#domain/follow/named.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { AmountField } from '../../forms/amount-field.tsx'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './client-drawer.module.css'
import { InboundChips } from './inbound-chips.tsx'
import { IpLimitOff } from './ip-limit-off.tsx'
import { planWords } from './plan-words.ts'
import { limitsOf, type Plan, planOf, readLast, usePlans, writeLast } from './plans.ts'
import { useClientInbounds } from './use-clients.ts'

/** What new clients get: a plan or typed limits, and inbounds. The next ones usually get the same. */
export function useNewLimits() {
  const known = useClientInbounds()
  const plans = usePlans()
  const [last] = useState(readLast)
  const [key, setKey] = useState(last.plan)
  const current = planOf(plans, key)
  const [limits, setLimits] = useState(() => ownFrom(current))
  const [picked, setPicked] = useState<string[]>()
  const isOwn = key === own
  // The default: inbounds of the plan, else of the last client, else the first one.
  const named = current.followInbounds ? meantBy(current, known) : current.inboundIds
  const wished = !isOwn && named.length > 0 ? named : last.inboundIds
  const remembered = wished.filter((id) => known.some((inbound) => inbound.id === id))
  const first = remembered.length > 0 ? remembered : known.slice(0, 1).map(({ id }) => id)
  const inboundIds = picked?.map(Number) ?? first

  function choose(next: string) {
    if (next === own && !isOwn) setLimits(ownFrom(current))
    setKey(next)
  }
  return {
    known,
    plans,
    isOwn,
    /** The chosen plan. */
    key: isOwn ? own : current.key,
    choose,
    limits,
    setLimits,
    inboundIds,
    /** Every client of the plan has them. */
    given: !isOwn && current.followInbounds ? named : [],
    setPicked,
    /** The fields that every new client gets. */
    fields(): ClientInput {
      const now = Date.now()
      return {
        enable: true,
        ...(isOwn ? ownBody(limits, now) : limitsOf(current, now)),
        ...flowFor(known.filter(({ id }) => inboundIds.includes(id))),
      }
    },
    remember: () => writeLast({ plan: isOwn ? own : current.key, inboundIds }),
  }
}

export type NewLimits = ReturnType<typeof useNewLimits>

export function NewLimitsFields({ of, error }: { of: NewLimits; error?: string | undefined }) {
  const words = useTranslation()
  const { t } = words
  return (
    <>
      <ChoiceChips
        name="plan"
        legend={t('new.plan')}
        value={of.key}
        onChange={of.choose}
        options={[
          ...of.plans.map((plan) => ({ value: plan.key, ...planWords(plan, words) })),
          { value: own, label: t('new.custom') },
        ]}
      />
      {of.isOwn && <OwnLimitsFields value={of.limits} onChange={of.setLimits} />}
      {of.known.length > 0 && (
        <InboundChips
          inbounds={of.known}
          error={error}
          value={of.inboundIds.map(String)}
          onChange={of.setPicked}
          hintOf={(id) => (of.given.includes(id) ? t('origin.given') : undefined)}
        />
      )}
    </>
  )
}

/** Sets Vision if any of the inbounds supports it, because it is easily forgotten. */
const flowFor = (inbounds: readonly InboundOption[]): { flow?: string } =>
  inbounds.some(({ tlsFlowCapable }) => tlsFlowCapable) ? { flow: 'xtls-rprx-vision' } : {}

const GB = 1024 ** 3
const DAY = 86_400_000
const megabit = 1_000_000

/** The plan that is no plan: the limits are typed. */
export const own = 'own'

/** Limits as typed; blank and 0 are no limit. */
export interface OwnLimits {
  gigabytes: number | string
  days: number | string
  delayed: boolean
  limitIp: number | string
  limitHwid: number | string
  deviceKeys: boolean
  down: number | string
  up: number | string
  group: string
}

/** Those that are numbers. */
type Typed = Exclude<keyof OwnLimits, 'delayed' | 'deviceKeys' | 'group'>

/** What a plan gives, as a beginning. */
export const ownFrom = (plan: Plan): OwnLimits => ({
  gigabytes: plan.totalGB / GB,
  days: plan.days,
  delayed: plan.delayedStart,
  limitIp: plan.limitIp,
  limitHwid: plan.limitHwid,
  deviceKeys: plan.deviceKeys,
  down: 0,
  up: 0,
  group: plan.group,
})

export function ownBody(limits: OwnLimits, now: number): ClientInput {
  const length = Math.round(Number(limits.days) * DAY)
  return {
    totalGB: Math.round(Number(limits.gigabytes) * GB),
    expiryTime: length === 0 ? 0 : limits.delayed ? -length : now + length,
    limitIp: Number(limits.limitIp),
    limitHwid: Number(limits.limitHwid),
    deviceKeys: limits.deviceKeys,
    speedDown: Math.round(Number(limits.down) * megabit),
    speedUp: Math.round(Number(limits.up) * megabit),
    group: limits.group.trim(),
  }
}

/** Quota, days, group and limits of new clients. */
export function OwnLimitsFields({ value, onChange }: { value: OwnLimits; onChange(value: OwnLimits): void }) {
  const { t } = useTranslation()
  const { data: groups = [] } = useReply(endpoints.clientGroups.list)
  const title = useId()
  const number = (name: Typed, label: string, suffix?: string, unset = t('clients.unlimited')) => (
    <AmountField
      name={name}
      label={label}
      unset={unset}
      value={value[name]}
      onChange={(next) => onChange({ ...value, [name]: next })}
      max={9_000_000}
      allowDecimal={suffix !== undefined}
      hideControls
      {...(suffix && { suffix })}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div role="group" aria-labelledby={title}>
      <span id={title} className="dim80">
        {t('new.custom')}
      </span>
      <div className={styles.pair}>
        {number('gigabytes', t('clientForm.quota'), ' GB')}
        {number('days', t('clientForm.days'), undefined, t('clients.never'))}
        {number('limitIp', t('clients.limitIp'))}
        {number('limitHwid', t('clients.limitHwid'))}
        {number('down', t('clientForm.speedDown'), ' Mbit/s', t('clientForm.speedInherit'))}
        {number('up', t('clientForm.speedUp'), ' Mbit/s', t('clientForm.speedInherit'))}
        <Autocomplete
          name="group"
          label={t('clients.group')}
          description={t('clientForm.groupHint')}
          value={value.group}
          onChange={(group) => onChange({ ...value, group })}
          data={groups.map(({ name }) => name)}
        />
        <Switch
          checked={value.delayed}
          onChange={(event) => onChange({ ...value, delayed: event.currentTarget.checked })}
          label={t('plans.fromFirstUse')}
          mt="lg"
        />
        <Switch
          checked={value.deviceKeys}
          onChange={(event) => onChange({ ...value, deviceKeys: event.currentTarget.checked })}
          label={t('clientForm.deviceKeys')}
          mt="lg"
        />
      </div>
      <IpLimitOff limit={value.limitIp} />
    </div>
  )
}
