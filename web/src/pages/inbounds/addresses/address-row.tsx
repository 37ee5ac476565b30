import { Switch } from '@mantine/core'
import type { HostGroup } from '#contract/host.ts'
import { hostPort } from '#domain/net/address.ts'
import { useApp } from '../../../services.tsx'
import { deletion, editing, RowMenu } from '../../../table/row-menu.tsx'
import type { Sorting } from '../../../ui/sortable-list.tsx'
import { isOn, nameOf } from './address-values.ts'
import styles from './addresses.module.css'
import type { AddressActions } from './use-address-actions.ts'

interface Props {
  group: HostGroup
  actions: AddressActions
  sorting: Sorting
}

export function AddressRow({ group, actions, sorting }: Props) {
  const { t, router } = useApp()
  const name = nameOf(group)
  const edit = () => router.setParams({ host: group.groupId }, 'push')
  return (
    <li {...sorting.row} data-address={group.groupId} data-off={!isOn(group) || undefined}>
      {sorting.handle}
      <button type="button" className={styles.open} onClick={edit}>
        <Facts group={group} actions={actions} />
      </button>
      <Switch
        className="atEnd"
        checked={isOn(group)}
        onChange={(event) => void actions.setEnable(group, event.currentTarget.checked)}
        aria-label={t('inbounds.enableName', { name })}
      />
      <RowMenu
        label={t('table.menu', { name })}
        entries={() => [
          editing(t('inbounds.edit'), edit),
          ...sorting.entries,
          deletion(t('inbounds.delete'), () => void actions.remove(group)),
        ]}
      />
    </li>
  )
}

/** Its name, what links show, and the inbounds that it stands in front of. */
function Facts({ group, actions }: Pick<Props, 'group' | 'actions'>) {
  const { t } = useApp()
  const { hosts, port, security, remark, inboundIds, trafficMultiplier } = group
  const shown = hosts.map((host) => (port > 0 ? hostPort(host, port) : host)).join(', ')
  return (
    <>
      <bdi className={styles.name} {...(remark === '' && { dir: 'ltr' })}>
        {remark || shown}
      </bdi>
      {remark !== '' && (
        <bdi dir="ltr" className="dim88">
          {shown}
        </bdi>
      )}
      <span className={styles.facts}>
        {inboundIds.map((id) => (
          <bdi key={id} className={styles.badge}>
            {actions.inboundName(id)}
          </bdi>
        ))}
        {trafficMultiplier !== null && (
          <bdi dir="ltr" className="dim88" title={t('addresses.field.trafficMultiplier')}>
            ×{trafficMultiplier}
          </bdi>
        )}
        {security !== 'same' && <span className="dim88">{t(`addresses.security.${security}`)}</span>}
        {!isOn(group) && <span className="dim88">{t('inbounds.state.off')}</span>}
      </span>
    </>
  )
}
