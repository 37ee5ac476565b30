import { Autocomplete, NativeSelect, NumberInput, Select } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './bulk.module.css'
import { type BulkFormProps, BulkShell, usePreview } from './bulk-shell.tsx'
import { InboundChips } from './inbound-chips.tsx'
import { IpLimitOff } from './ip-limit-off.tsx'
import { RenewForm } from './renew-form.tsx'
import { countOf, type Targets } from './targets.ts'
import { type Limits, useActions } from './use-actions.ts'
import { useClientInbounds } from './use-clients.ts'

const GB = 1024 ** 3
const speed = { suffix: ' Mbit/s', unit: 1_000_000 } as const

export function ExtendForm(props: BulkFormProps) {
  const { t } = useTranslation()
  const actions = useActions()
  const [days, setDays] = useState<string | number>(30)
  const endless = usePreview(props.targets)?.endless ?? 0
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

const useGroupNames = () => {
  const { data = [] } = useReply(endpoints.clientGroups.list)
  return data.map(({ name }) => name)
}

/** The amounts of a tier; what is typed is multiplied by its unit. */
const amounts = [
  { field: 'totalGB', label: 'clientForm.quota', none: 'clients.unlimited', suffix: ' GB', unit: GB },
  { field: 'limitIp', label: 'clients.limitIp', none: 'clients.unlimited', suffix: '', unit: 1 },
  { field: 'limitHwid', label: 'clients.limitHwid', none: 'clients.unlimited', suffix: '', unit: 1 },
  { field: 'speedDown', label: 'clientForm.speedDown', none: 'clientForm.speedInherit', ...speed },
  { field: 'speedUp', label: 'clientForm.speedUp', none: 'clientForm.speedInherit', ...speed },
] as const
type Amount = (typeof amounts)[number]
/** Blank keeps what each client has, 0 sets none. */
type Typed = Partial<Record<Amount['field'], number | string>>

interface KeptProps {
  of: Amount
  value: number | string
  onChange(value: number | string): void
}

/** Keep it, none, or a number for all. */
function KeptAmount({ of: { label, none, suffix }, value, onChange }: KeptProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState('keep')
  return (
    <div className={styles.kept}>
      <NativeSelect
        label={t(label)}
        value={kind}
        onChange={({ currentTarget }) => {
          setKind(currentTarget.value)
          onChange(currentTarget.value === 'own' ? 1 : currentTarget.value === 'none' ? 0 : '')
        }}
        data={[
          { value: 'keep', label: t('bulk.keep') },
          { value: 'none', label: t(none) },
          { value: 'own', label: t('clientForm.speedOwn') },
        ]}
      />
      {kind === 'own' && (
        <NumberInput
          aria-label={t(label)}
          value={value}
          onChange={onChange}
          min={0.001}
          max={suffix ? 9_000_000 : 1_000_000}
          decimalScale={suffix ? 3 : 0}
          suffix={suffix}
          data-autofocus
        />
      )}
    </div>
  )
}

/** The limits of a tier; a blank field is not changed. */
export function LimitsForm(props: BulkFormProps) {
  const { t } = useTranslation()
  const actions = useActions()
  const groups = useGroupNames()
  const [typed, setTyped] = useState<Typed>({})
  const [deviceKeys, setDeviceKeys] = useState<string | null>(null)
  const [group, setGroup] = useState('')
  const set = amounts.filter(({ field }) => (typed[field] ?? '') !== '')
  const limits: Limits = {
    ...Object.fromEntries(set.map(({ field, unit }) => [field, Math.round(Number(typed[field]) * unit)])),
    ...(deviceKeys !== null && { deviceKeys: deviceKeys === 'yes' }),
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
      {amounts.map((amount) => (
        <KeptAmount
          key={amount.field}
          of={amount}
          value={typed[amount.field] ?? ''}
          onChange={(value) => setTyped({ ...typed, [amount.field]: value })}
        />
      ))}
      <IpLimitOff limit={typed.limitIp ?? ''} />
      <Select
        label={t('clientForm.deviceKeys')}
        value={deviceKeys}
        onChange={setDeviceKeys}
        placeholder={t('bulk.keep')}
        data={(['yes', 'no'] as const).map((value) => ({ value, label: t(`clients.${value}`) }))}
        clearable
      />
      <Autocomplete
        label={t('clients.group')}
        placeholder={t('bulk.keep')}
        value={group}
        onChange={setGroup}
        data={groups}
      />
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
  const preview = usePreview(props.targets, { inboundIds: ids.map(Number) })
  const hits = {
    count: preview?.attached ?? 0,
    stranded: preview?.stranded ?? 0,
    online: preview?.attachedOnline ?? 0,
  }
  return (
    <BulkShell
      {...props}
      preview={action === 'detach' && ids.length > 0 && preview ? t('bulk.detachHits', hits) : ''}
      verb={t(action === 'attach' ? 'bulk.attach' : 'bulk.detach')}
      ready={ids.length > 0}
      run={() => actions[action](props.targets, ids.map(Number))}
    >
      <InboundChips inbounds={inbounds} value={ids} onChange={setIds} />
    </BulkShell>
  )
}

const actions = {
  extend: { title: 'bulk.extendTitle', form: ExtendForm },
  renew: { title: 'bulk.renewTitle', form: RenewForm },
  limits: { title: 'bulk.limitsTitle', form: LimitsForm },
  group: { title: 'bulk.groupTitle', form: GroupForm },
  attach: { title: 'bulk.attachTitle', form: AttachForm },
  detach: { title: 'bulk.detachTitle', form: DetachForm },
} as const satisfies Record<string, { title: string; form: ComponentType<BulkFormProps> }>
export type BulkAction = keyof typeof actions

interface Props {
  open: { action: BulkAction; targets: Targets } | undefined
  onClose(): void
}

/** Actions that need one more input: days, group, inbounds. Shows a preview of the result. */
export function BulkDialog({ open, onClose }: Props) {
  const { t } = useTranslation()
  // The content stays while it fades out.
  const [shown, setShown] = useState(open)
  useEffect(() => {
    if (open) setShown(open)
  }, [open])
  const current = open ?? shown
  const Form = current && actions[current.action].form
  return (
    <Dialog
      opened={open !== undefined}
      onClose={onClose}
      title={current && t(actions[current.action].title, { count: countOf(current.targets) })}
      centered
    >
      {Form && <Form targets={current.targets} onClose={onClose} />}
    </Dialog>
  )
}
