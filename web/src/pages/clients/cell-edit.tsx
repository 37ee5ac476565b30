import { type ReactNode, Suspense, useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { DrawerLink } from '../../router/link.tsx'
import icons from '../../ui/row-icons/row-icons.module.css'
import styles from './clients.module.css'
import { ClosedMark } from './closed-mark.tsx'

const CellForm = lazyWithWords(() => import('./cell-form.tsx'), 'CellForm')

export const editable = {
  quota: 'clients.editQuota',
  expiry: 'clients.editExpiry',
  group: 'clients.editGroup',
  comment: 'clients.editComment',
} as const
export type Editable = keyof typeof editable

interface Props {
  client: ClientSlim
  kind: Editable
  children: ReactNode
}

/** A value of a row with a pencil, which opens a small form. A closed one is a bare button, because there are hundreds. */
export function CellEdit({ client, kind, children }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const label = t(editable[kind], { email: client.email })
  const pencil = (
    <button
      type="button"
      className={`${styles.pencil} ${icons.pencil}`}
      data-edit={kind}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => setOpen(true)}
    />
  )
  return (
    <span className={styles.editable} data-editing={open || undefined}>
      {children}
      {open ? (
        <Suspense fallback={pencil}>
          <CellForm client={client} kind={kind} label={label} onClose={() => setOpen(false)}>
            {pencil}
          </CellForm>
        </Suspense>
      ) : (
        pencil
      )}
    </span>
  )
}

/** The name opens the client beside the list; as a link it can be opened in a new tab. */
export function ClientLink({ client, edits }: { client: ClientSlim; edits?: boolean }) {
  const { email, comment } = client
  const note = comment && (
    <bdi className={styles.comment} title={comment}>
      {comment}
    </bdi>
  )
  const link = (
    <DrawerLink params={{ c: email, tab: undefined }} className={styles.link} data-open={email} dir="auto">
      {email}
    </DrawerLink>
  )
  return (
    <span className={styles.name}>
      {edits && client.closedInbounds > 0 ? (
        <span className={styles.marked}>
          {link}
          <ClosedMark client={client} />
        </span>
      ) : (
        link
      )}
      {edits ? (
        <CellEdit client={client} kind="comment">
          {note}
        </CellEdit>
      ) : (
        note
      )}
    </span>
  )
}
