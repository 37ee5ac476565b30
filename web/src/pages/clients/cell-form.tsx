import { Alert, Autocomplete, Popover, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import type { ClientInput } from '#contract/client.ts'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { AmountField } from '../../forms/amount-field.tsx'
import { useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import type { Editable } from './cell-edit.tsx'
import { expiryError } from './client-form.ts'
import { usedOf } from './client-view.ts'
import styles from './clients.module.css'
import { ExpiryField } from './expiry-field.tsx'
import { type Expiry, expiryOf, timeOf } from './field-forms.ts'

const GB = 1024 ** 3

interface Values {
  quota: number | string
  expiry: Expiry
  group: string
  comment: string
}

/** What is sent: the one field. */
const bodies: Record<Editable, (values: Values) => ClientInput> = {
  quota: ({ quota }) => ({ totalGB: Math.round(Number(quota) * GB) }),
  expiry: ({ expiry }) => ({ expiryTime: timeOf(expiry) }),
  group: ({ group }) => ({ group: group.trim() }),
  comment: ({ comment }) => ({ comment }),
}

interface Props {
  client: ClientSlim
  kind: Editable
  label: string
  onClose(): void
  /** The pencil, where the form is shown. */
  children: ReactElement
}

/** One field of one client beside its row: Enter saves with one request, Escape closes. */
export function CellForm({ client, kind, label, onClose, children }: Props) {
  const { t, api, questions } = useApp()
  const queries = useQueryClient()
  const { email, totalGB, expiryTime, group, comment } = client
  const form = useForm<Values, boolean>({
    initial: { quota: Number((totalGB / GB).toFixed(2)), expiry: expiryOf(expiryTime), group, comment },
    check: ({ expiry }) => {
      const wrong = kind === 'expiry' && expiryError(expiry, t)
      return wrong ? { expiry: wrong } : {}
    },
    fields: { totalGB: 'quota', expiryTime: 'expiry' },
    async submit(values) {
      const body = bodies[kind](values)
      const bytes = body.totalGB ?? 0
      const ends = bytes > 0 && client.enable && usedOf(client) >= bytes
      const hit = { title: t('bulk.quotaEnds', { count: 1 }), verb: t('clientForm.save') }
      if (ends && !(await questions.ask(hit))) return false
      await api.call(endpoints.clients.update, { params: { email }, body: { email, ...body } })
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === endpoints.clients.listPaged.path,
      })
      return true
    },
    onDone: (saved) => saved && onClose(),
  })
  useEffect(() => {
    const field = form.element.current?.querySelector<HTMLInputElement>('input:not([type=radio])')
    field?.focus()
    field?.select()
  }, [form.element])
  return (
    <Popover opened onChange={(opened) => !opened && onClose()} trapFocus position="bottom-start" shadow="md">
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <form ref={form.element} noValidate onSubmit={form.onSubmit} className={styles.cellForm}>
          <Field kind={kind} form={form} label={label} />
          {form.failure && (
            <Alert color="red" p="xs">
              {form.failure}
            </Alert>
          )}
          <div className={styles.cellButtons}>
            <Button label={t('confirm.cancel')} size="compact-sm" onClick={onClose} />
            <Button
              label={t('clientForm.save')}
              primary
              size="compact-sm"
              type="submit"
              loading={form.busy}
            />
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

type CellValues = ReturnType<typeof useForm<Values, boolean>>

function Field({ kind, form, label }: { kind: Editable; form: CellValues; label: string }) {
  const { t } = useApp()
  const groups = useReply(endpoints.clientGroups.list, { enabled: kind === 'group' })
  if (kind === 'quota')
    return (
      <AmountField
        {...form.value('quota')}
        label={label}
        unset={t('clients.unlimited')}
        max={9_000_000}
        decimalScale={2}
        hideControls
        suffix=" GB"
      />
    )
  if (kind === 'expiry') return <ExpiryField {...form.value('expiry')} />
  if (kind === 'group')
    return (
      <Autocomplete
        {...form.value('group')}
        label={label}
        description={t('clientForm.groupHint')}
        data={(groups.data ?? []).map(({ name }) => name)}
      />
    )
  return <TextInput {...form.text('comment')} label={label} dir="auto" autoComplete="off" />
}
