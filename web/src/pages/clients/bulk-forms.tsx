import { Autocomplete, Button, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import styles from './bulk.module.css'
import { inboundName } from './inbound-name.ts'
import { planWords } from './plan-words.ts'
import { keepsLimits, type Plan, planOf, renewedExpiry, sameAsNow, usePlans } from './plans.ts'
import { useActions } from './use-actions.ts'
import { useClientInbounds } from './use-clients.ts'

export interface BulkFormProps {
  targets: ClientSlim[]
  onlineOf(targets: readonly ClientSlim[]): number
  onClose(): void
}

const GB = 1024 ** 3
const megabit = 1_000_000
/** So many names are listed; the rest is a number. */
const NAMED = 3

interface ShellProps extends BulkFormProps {
  /** A preview of the result. */
  preview: string
  verb: string
  ready: boolean
  run(): Promise<boolean>
  /** Everything is preselected: Enter submits. */
  atOnce?: boolean
  children: ReactNode
}

/** The fields of an action, its targets, a preview and its button. */
function BulkShell({ targets, preview, verb, ready, run, atOnce, onClose, children }: ShellProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (atOnce && ready) button.current?.focus()
  }, [atOnce, ready])
  const names = targets.slice(0, NAMED).map(({ email }) => email)
  return (
    <form
      className={styles.body}
      onSubmit={async (event) => {
        event.preventDefault()
        if (!ready || busy) return
        setBusy(true)
        const done = await run()
        setBusy(false)
        if (done) onClose()
      }}
    >
      {children}
      {targets.length > 1 && (
        <p className={styles.preview} dir="auto">
          {targets.length > NAMED
            ? t('bulk.who', { names: names.join(', '), more: targets.length - NAMED })
            : names.join(', ')}
        </p>
      )}
      <p role="status" className={styles.preview}>
        {preview}
      </p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('confirm.cancel')}
        </Button>
        <Button ref={button} type="submit" disabled={!ready} loading={busy}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

export function ExtendForm(props: BulkFormProps) {
  const { t } = useTranslation()
  const actions = useActions()
  const [days, setDays] = useState<string | number>(30)
  const endless = props.targets.filter(({ expiryTime }) => expiryTime === 0).length
  return (
    <BulkShell
      {...props}
      preview={endless > 0 ? t('bulk.extendSkips', { count: endless }) : ''}
      verb={t('bulk.extend')}
      ready={Number(days) !== 0}
      run={() => actions.extend(props.targets, Number(days))}
    >
      <NumberInput
        label={t('bulk.days')}
        description={t('bulk.daysHint')}
        value={days}
        onChange={setDays}
        min={-3650}
        max={36_500}
        allowDecimal={false}
        data-autofocus
      />
    </BulkShell>
  )
}

/** What a renewal does: to one client before and after, to many how many quotas change. */
function useRenewalPreview(targets: readonly ClientSlim[], plan: Plan): string {
  const { t, measures } = useTranslation()
  const quotaOf = ({ totalGB }: ClientSlim) => (keepsLimits(plan) ? totalGB : plan.totalGB)
  const [one] = targets
  if (targets.length !== 1 || !one) {
    const count = targets.filter((target) => quotaOf(target) !== target.totalGB).length
    return `${t('verb.renewText')} ${t('bulk.renewQuotas', { count })}`
  }
  const both = (totalGB: number, expiryTime: number) =>
    t('plans.both', {
      quota: totalGB > 0 ? measures.bytes(totalGB) : t('clients.unlimited'),
      length: expiryTime > 0 ? measures.date(expiryTime) : t('plans.noEnd'),
    })
  const after = both(quotaOf(one), renewedExpiry(plan, one.expiryTime, Date.now()))
  return `${both(one.totalGB, one.expiryTime)} → ${after}. ${t('verb.renewText')}`
}

/** A renewal, with the same limits unless a plan is chosen: for a row and for a selection. */
export function RenewForm(props: BulkFormProps) {
  const words = useTranslation()
  const { t } = words
  const actions = useActions()
  const { api } = useServices()
  const plans = usePlans()
  const { isPending } = useQuery(replyOf(api, endpoints.plans.list))
  const [key, setKey] = useState('same')
  const [days, setDays] = useState<string | number>(props.targets[0]?.reset || 30)
  const same = sameAsNow(Number(days))
  const plan = planOf([same, ...plans], key)
  return (
    <BulkShell
      {...props}
      preview={useRenewalPreview(props.targets, plan)}
      verb={t('verb.renew')}
      ready={!isPending && plan.days >= 0}
      atOnce
      run={() => actions.renew(props.targets, plan)}
    >
      <ChoiceChips
        name="plan"
        legend={t('new.plan')}
        value={plan.key}
        onChange={setKey}
        options={[same, ...plans].map((each) => ({ value: each.key, ...planWords(each, words) }))}
      />
      {keepsLimits(plan) && (
        <NumberInput
          label={t('bulk.days')}
          value={days}
          onChange={setDays}
          min={0}
          max={36_500}
          allowDecimal={false}
        />
      )}
    </BulkShell>
  )
}

const useGroupNames = () => {
  const { api } = useServices()
  const { data = [] } = useQuery(replyOf(api, endpoints.clientGroups.list))
  return data.map(({ name }) => name)
}

/** The limits of a tier; a blank field is not changed. */
export function LimitsForm(props: BulkFormProps) {
  const { t } = useTranslation()
  const actions = useActions()
  const groups = useGroupNames()
  const [gigabytes, setGigabytes] = useState<string | number>('')
  const [limitIp, setLimitIp] = useState<string | number>('')
  const [limitHwid, setLimitHwid] = useState<string | number>('')
  const [down, setDown] = useState<string | number>('')
  const [up, setUp] = useState<string | number>('')
  const [group, setGroup] = useState('')
  const limits = {
    ...(gigabytes !== '' && { totalGB: Math.round(Number(gigabytes) * GB) }),
    ...(limitIp !== '' && { limitIp: Number(limitIp) }),
    ...(limitHwid !== '' && { limitHwid: Number(limitHwid) }),
    ...(down !== '' && { speedDown: Math.round(Number(down) * megabit) }),
    ...(up !== '' && { speedUp: Math.round(Number(up) * megabit) }),
    ...(group.trim() !== '' && { group: group.trim() }),
  }
  return (
    <BulkShell
      {...props}
      preview={t('bulk.limitsHint')}
      verb={t('bulk.limitsVerb')}
      ready={Object.keys(limits).length > 0}
      run={() => actions.setLimits(props.targets, limits)}
    >
      <NumberInput
        label={t('clientForm.quota')}
        description={t('clientForm.zeroUnlimited')}
        value={gigabytes}
        onChange={setGigabytes}
        min={0}
        max={9_000_000}
        suffix=" GB"
        data-autofocus
      />
      {(
        [
          ['clients.limitIp', limitIp, setLimitIp, ''],
          ['clients.limitHwid', limitHwid, setLimitHwid, ''],
          ['clientForm.speedDown', down, setDown, ' Mbit/s'],
          ['clientForm.speedUp', up, setUp, ' Mbit/s'],
        ] as const
      ).map(([label, value, onChange, suffix]) => (
        <NumberInput
          key={label}
          label={t(label)}
          description={t(suffix ? 'clientForm.speedInherit0' : 'clientForm.zeroUnlimited')}
          value={value}
          onChange={onChange}
          min={0}
          max={suffix ? 9_000_000 : 1_000_000}
          decimalScale={suffix ? 3 : 0}
          suffix={suffix}
        />
      ))}
      <Autocomplete label={t('clients.group')} value={group} onChange={setGroup} data={groups} />
    </BulkShell>
  )
}

export function GroupForm(props: BulkFormProps) {
  const { t } = useTranslation()
  const actions = useActions()
  const groups = useGroupNames()
  const [group, setGroup] = useState('')
  return (
    <BulkShell
      {...props}
      preview=""
      verb={t(group.trim() === '' ? 'bulk.groupNone' : 'bulk.groupVerb')}
      ready
      run={() => actions.setGroup(props.targets, group.trim())}
    >
      <Autocomplete
        label={t('clients.group')}
        description={t('bulk.groupHint')}
        value={group}
        onChange={setGroup}
        data={groups}
        data-autofocus
      />
    </BulkShell>
  )
}

export const AttachForm = (props: BulkFormProps) => <InboundsForm {...props} action="attach" />
export const DetachForm = (props: BulkFormProps) => <InboundsForm {...props} action="detach" />

function InboundsForm({ action, ...props }: BulkFormProps & { action: 'attach' | 'detach' }) {
  const { t } = useTranslation()
  const actions = useActions()
  const inbounds = useClientInbounds()
  const [ids, setIds] = useState<string[]>([])
  const isPicked = (id: number) => ids.includes(String(id))
  const leaving = props.targets.filter(({ inboundIds }) => inboundIds.some(isPicked))
  const stranded = leaving.filter(({ inboundIds }) => inboundIds.every(isPicked)).length
  const hits = { count: leaving.length, stranded, online: props.onlineOf(leaving) }
  return (
    <BulkShell
      {...props}
      preview={action === 'detach' && ids.length > 0 ? t('bulk.detachHits', hits) : ''}
      verb={t(action === 'attach' ? 'bulk.attach' : 'bulk.detach')}
      ready={ids.length > 0}
      run={() => actions[action](props.targets, ids.map(Number))}
    >
      <ChoiceChips
        many
        name="inboundIds"
        legend={t('clients.inbounds')}
        value={ids}
        onChange={setIds}
        options={inbounds.map((inbound) => ({
          value: String(inbound.id),
          label: <bdi>{inboundName(inbound)}</bdi>,
        }))}
      />
    </BulkShell>
  )
}
