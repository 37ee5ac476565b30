import { Button, Menu, ScrollArea } from '@mantine/core'
import type { InboundOption } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { FilterIcon } from '../../ui/icons.tsx'
import styles from './clients.module.css'
import { filterOf, withFilter } from './filter.ts'
import { inboundName } from './inbound-name.ts'
import type { Place } from './use-places.ts'

interface Props {
  q: string
  onQuery(q: string): void
  groups: readonly string[]
  inbounds: readonly InboundOption[]
  places: readonly Place[]
}

/** A menu of the filters that can also be typed. */
export function FilterMenu({ q, onQuery, groups, inbounds, places }: Props) {
  const { t } = useTranslation()
  const ready = [
    { filter: 'expires<7d', label: t('clients.filterWeek') },
    { filter: 'used>50gb', label: t('clients.filterHeavy') },
    { filter: 'renew:yes', label: t('clients.filterRenew') },
    { filter: 'comment:no', label: t('clients.filterNoComment') },
    { filter: 'telegram:yes', label: t('clients.filterTelegram') },
  ]
  const item = (filter: string, label: string) => (
    <Menu.Item key={filter} onClick={() => onQuery(withFilter(q, filter, Date.now()))}>
      <bdi>{label}</bdi>
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          h={40}
          className={styles.filter ?? ''}
          aria-label={t('clients.filter')}
          leftSection={<FilterIcon size={16} />}
        >
          {t('clients.filter')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={420} type="auto">
          {ready.map(({ filter, label }) => item(filter, label))}
          {groups.length > 0 && <Menu.Label>{t('clients.group')}</Menu.Label>}
          {groups.map((group) => item(filterOf('group', group), group))}
          {places.length > 0 && <Menu.Label>{t('clients.node')}</Menu.Label>}
          {places.map(({ id, name }) => item(filterOf('node', id), name))}
          {inbounds.length > 0 && <Menu.Label>{t('clients.inbounds')}</Menu.Label>}
          {inbounds.map((inbound) => item(filterOf('inbound', inbound.id), inboundName(inbound)))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}
