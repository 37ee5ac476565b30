import type { HostGroup } from '#contract/host.ts'
import type { Inbound } from '#contract/inbound.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { useCommands } from '../../../commands/use-commands.ts'
import { FilterSelect } from '../../../forms/filter-select.tsx'
import { useUrlState } from '../../../router/use-url-state.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { LinkIcon, PlusIcon } from '../../../ui/icons.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { nameOf } from '../inbound-view.ts'
import { AddressDrawer } from './address-form.tsx'
import { AddressRow } from './address-row.tsx'
import { nameOf as nameOfGroup } from './address-values.ts'
import styles from './addresses.module.css'
import { type AddressActions, useAddressActions } from './use-address-actions.ts'

/** What links show instead of an inbound's own address; `?of=<id>` shows those of one inbound. */
export function AddressesView({ inbounds }: { inbounds: readonly Inbound[] }) {
  const query = useReply(endpoints.hosts.list)
  return (
    <Loaded query={query} rows={4}>
      {(all) => <Addresses all={all} inbounds={inbounds} />}
    </Loaded>
  )
}

function Addresses({ all, inbounds }: { all: readonly HostGroup[]; inbounds: readonly Inbound[] }) {
  const { t, router } = useApp()
  const [of, setOf] = useUrlState('of')
  const actions = useAddressActions(all, inbounds)
  const create = () => router.setParams({ host: 'new' }, 'push')
  useCommands(t('shell.addressesTitle'), [
    { id: 'addresses.new', label: t('addresses.add'), keys: 'n', icon: PlusIcon, run: create },
  ])
  const shown = of === '' ? all : all.filter(({ inboundIds }) => inboundIds.includes(Number(of)))
  const add = <Button label={t('addresses.add')} primary icon={PlusIcon} onClick={create} />
  return (
    <>
      {all.length === 0 ? (
        <EmptyState
          icon={LinkIcon}
          title={t('addresses.emptyTitle')}
          text={t('addresses.emptyText')}
          action={add}
        />
      ) : (
        <>
          <p className={styles.about}>{t('addresses.about')}</p>
          <div className={styles.tools}>
            <FilterSelect
              label={t('inbounds.name')}
              className={styles.filter}
              options={[
                { value: '', label: t('addresses.allInbounds') },
                ...inbounds.map((inbound) => ({ value: String(inbound.id), label: nameOf(inbound) })),
              ]}
              value={of}
              onChange={setOf}
            />
            {add}
          </div>
          {shown.length === 0 ? (
            <p className={styles.none}>{t('addresses.noneHere')}</p>
          ) : (
            <AddressList shown={shown} actions={actions} />
          )}
        </>
      )}
      <AddressDrawer all={all} inbounds={inbounds} actions={actions} />
    </>
  )
}

/** In the order of the links; a new order is reviewed before it is kept. */
function AddressList({ shown, actions }: { shown: readonly HostGroup[]; actions: AddressActions }) {
  const { t } = useApp()
  return (
    <SortableList
      rows={shown}
      keyOf={({ groupId }) => groupId}
      words={{
        list: t('shell.addressesTitle'),
        up: t('addresses.up'),
        down: t('addresses.down'),
        isFirst: t('addresses.isFirst'),
        isLast: t('addresses.isLast'),
        movedTo: (place) => t('addresses.movedTo', { place, count: shown.length }),
        handle: (number, group) => t('addresses.handle', { number, name: nameOfGroup(group) }),
      }}
      onSort={actions.move}
    >
      {(group, _, sorting) => (
        <AddressRow key={group.groupId} group={group} actions={actions} sorting={sorting} />
      )}
    </SortableList>
  )
}
