import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { HostGroup } from '#contract/host.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { moved, useDrag } from '../../../ui/use-drag.ts'
import { AddressRow } from './address-row.tsx'
import styles from './addresses.module.css'
import type { AddressActions } from './use-address-actions.ts'

/** In the order of the links; a new order is reviewed before it is kept. */
export function AddressList({ shown, actions }: { shown: readonly HostGroup[]; actions: AddressActions }) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  function move(from: number, to: number) {
    if (to < 0 || to >= shown.length || to === from) return
    void actions.move(moved(shown, from, to)).then((done) => {
      if (done) setSaid(t('addresses.movedTo', { place: to + 1, count: shown.length }))
    })
  }
  const drag = useDrag(move)
  const ids = shown.map(({ groupId }) => groupId)
  const order = drag.active ? moved(ids, drag.active.from, drag.active.to) : ids
  return (
    <>
      <ol ref={drag.list} className={styles.list} aria-label={t('shell.addressesTitle')}>
        {shown.map((group, at) => (
          <AddressRow
            key={group.groupId}
            group={group}
            actions={actions}
            place={order.indexOf(group.groupId)}
            last={shown.length - 1}
            isDragged={drag.active?.from === at}
            isMoving={drag.active !== undefined}
            onHandle={(event) => drag.start(at, event)}
            onMove={(by) => move(at, at + by)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
