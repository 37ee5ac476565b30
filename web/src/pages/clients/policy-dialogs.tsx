import { Suspense } from 'react'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useParam } from '../../router/use-place.ts'

const GroupsDialog = lazyWithWords(() => import('./groups-dialog.tsx'), 'GroupsDialog', 'policies')
const PlansDialog = lazyWithWords(() => import('./plans-dialog.tsx'), 'PlansDialog', 'policies')

/** Opened rarely: loaded when they are. */
export function PolicyDialogs() {
  const open = useParam('new')
  return (
    <Suspense>
      {open === 'groups' && <GroupsDialog />}
      {open === 'plans' && <PlansDialog />}
    </Suspense>
  )
}
