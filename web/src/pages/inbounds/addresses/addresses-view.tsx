import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { HostGroup } from '#contract/host.ts'
import type { Inbound } from '#contract/inbound.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { replyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useUrlState } from '../../../router/use-url-state.ts'
import { useServices } from '../../../services.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkIcon, PlusIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useVerbs } from '../../../verbs/use-verbs.ts'
import { nameOf } from '../inbound-view.ts'
import { AddressDrawer } from './address-form.tsx'
import { AddressList } from './address-list.tsx'
import styles from './addresses.module.css'
import { useAddressActions } from './use-address-actions.ts'

/** What links show instead of an inbound's own address; `?of=<id>` shows those of one inbound. */
export function AddressesView({ inbounds }: { inbounds: readonly Inbound[] }) {
  const { api } = useServices()
  const query = useQuery(replyOf(api, endpoints.hosts.list))
  return (
    <Loaded query={query} rows={4}>
      {(all) => <Addresses all={all} inbounds={inbounds} />}
    </Loaded>
  )
}

interface Props {
  all: readonly HostGroup[]
  inbounds: readonly Inbound[]
}

function Addresses({ all, inbounds }: Props) {
  const { t } = useTranslation()
  const { place } = useServices()
  const [of, setOf] = useUrlState('of')
  const actions = useAddressActions(all, inbounds)
  const create = () => place.setParams({ host: 'new' }, 'push')
  useVerbs(t('shell.addressesTitle'), [
    { id: 'addresses.new', label: t('addresses.add'), keys: 'n', icon: PlusIcon, run: create },
  ])
  const shown = of === '' ? all : all.filter(({ inboundIds }) => inboundIds.includes(Number(of)))
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={create}>
      {t('addresses.add')}
    </Button>
  )
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
            <OfInbound inbounds={inbounds} value={of} onChange={setOf} />
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

interface FilterProps {
  inbounds: readonly Inbound[]
  value: string
  onChange(of: string): void
}

function OfInbound({ inbounds, value, onChange }: FilterProps) {
  const { t } = useTranslation()
  const known = value === '' || inbounds.some(({ id }) => String(id) === value)
  return (
    <NativeSelect
      className={styles.filter ?? ''}
      aria-label={t('inbounds.name')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('addresses.allInbounds') },
        ...inbounds.map((inbound) => ({ value: String(inbound.id), label: nameOf(inbound) })),
        ...(known ? [] : [{ value, label: `#${value}` }]),
      ]}
    />
  )
}
