import { Switch } from '@mantine/core'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { HostGroup } from '#contract/host.ts'
import { hostPort } from '#domain/net/address.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { type MenuEntry, RowMenu } from '../../../table/row-menu.tsx'
import { DownIcon, EditIcon, GripIcon, TrashIcon, UpIcon } from '../../../ui/icons.tsx'
import layout from '../../../ui/layout.module.css'
import { securityWords } from './address-labels.ts'
import { isOn, nameOf } from './address-values.ts'
import styles from './addresses.module.css'
import type { AddressActions } from './use-address-actions.ts'

interface Props {
  group: HostGroup
  actions: AddressActions
  /** Its index in the shown list. */
  place: number
  last: number
  isDragged: boolean
  /** A row is being dragged: this one is placed by its position, not by list order. */
  isMoving: boolean
  onHandle(event: PointerEvent<HTMLElement>): void
  onMove(by: number): void
}

export function AddressRow(props: Props) {
  const { group, actions, place, last, onHandle, onMove } = props
  const { t, measures } = useTranslation()
  const { router } = useServices()
  const name = nameOf(group)
  const edit = () => router.setParams({ host: group.groupId }, 'push')
  const entries = (): MenuEntry[] => [
    { label: t('inbounds.edit'), icon: EditIcon, run: edit },
    {
      label: t('addresses.up'),
      icon: UpIcon,
      run: () => onMove(-1),
      ...(place === 0 && { why: t('addresses.isFirst') }),
    },
    {
      label: t('addresses.down'),
      icon: DownIcon,
      run: () => onMove(1),
      ...(place === last && { why: t('addresses.isLast') }),
    },
    {
      label: t('inbounds.delete'),
      icon: TrashIcon,
      danger: true,
      apart: true,
      run: () => void actions.remove(group),
    },
  ]
  function onKey(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li
      className={styles.row}
      data-address={group.groupId}
      data-dragged={props.isDragged || undefined}
      data-off={!isOn(group) || undefined}
      {...(props.isMoving && { style: { order: place } })}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={t('addresses.handle', { number: place + 1, name })}
        onPointerDown={onHandle}
        onKeyDown={onKey}
      >
        <GripIcon size={18} />
        {measures.count(place + 1)}
      </button>
      <button type="button" className={styles.open} onClick={edit}>
        <Facts group={group} actions={actions} />
      </button>
      <Switch
        size="md"
        className={layout.atEnd ?? ''}
        checked={isOn(group)}
        onChange={(event) => void actions.setEnable(group, event.currentTarget.checked)}
        aria-label={t('inbounds.enableName', { name })}
      />
      <RowMenu label={t('table.menu', { name })} entries={entries} />
    </li>
  )
}

/** Its name, what links show, and the inbounds that it stands in front of. */
function Facts({ group, actions }: Pick<Props, 'group' | 'actions'>) {
  const { t } = useTranslation()
  const { hosts, port, security, remark, inboundIds } = group
  const shown = hosts.map((host) => (port > 0 ? hostPort(host, port) : host)).join(', ')
  return (
    <>
      <bdi className={styles.name} {...(remark === '' && { dir: 'ltr' })}>
        {remark || shown}
      </bdi>
      {remark !== '' && (
        <bdi dir="ltr" className={layout.dim88}>
          {shown}
        </bdi>
      )}
      <span className={styles.facts}>
        {inboundIds.map((id) => (
          <bdi key={id} className={styles.badge}>
            {actions.inboundName(id)}
          </bdi>
        ))}
        {security !== 'same' && <span className={layout.dim88}>{t(securityWords[security])}</span>}
        {!isOn(group) && <span className={layout.dim88}>{t('inbounds.stateOff')}</span>}
      </span>
    </>
  )
}
