import { ActionIcon, Menu } from '@mantine/core'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { type Column, swapped } from '../../table/column.ts'
import { ColumnsIcon, DownIcon, UpIcon } from '../../ui/icons.tsx'
import styles from './saved-views.module.css'

interface Props {
  columns: readonly Column<ClientSlim>[]
  /** In their order. */
  shown: readonly string[]
  onShown(ids: string[]): void
  /** Low rows. */
  low: boolean
  onLow(low: boolean): void
}

/** Chooses and orders the columns; the shown ones come first. */
export function ColumnMenu({ columns, shown, onShown, low, onLow }: Props) {
  const { t } = useTranslation()
  const free = columns.filter(({ fixed }) => !fixed)
  const here = shown.flatMap((id) => free.find((column) => column.id === id) ?? [])
  const ids = here.map(({ id }) => id)
  const hidden = free.filter(({ id }) => !ids.includes(id))
  return (
    <Menu closeOnItemClick={false} width={270}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={t('clients.columns')}
          title={t('clients.columns')}
        >
          <ColumnsIcon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem checked={low} onChange={() => onLow(!low)}>
          {t('clients.lowRows')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        {here.map(({ id, title }, at) => (
          <div key={id} className={styles.view}>
            <Menu.CheckboxItem checked onChange={() => onShown(ids.filter((other) => other !== id))}>
              {title}
            </Menu.CheckboxItem>
            <Menu.Item
              aria-label={t('table.earlier', { column: title })}
              disabled={at === 0}
              onClick={() => onShown(swapped(ids, at, at - 1))}
            >
              <UpIcon size={14} />
            </Menu.Item>
            <Menu.Item
              aria-label={t('table.later', { column: title })}
              disabled={at === ids.length - 1}
              onClick={() => onShown(swapped(ids, at, at + 1))}
            >
              <DownIcon size={14} />
            </Menu.Item>
          </div>
        ))}
        {hidden.map(({ id, title }) => (
          <Menu.CheckboxItem key={id} checked={false} onChange={() => onShown([...ids, id])}>
            {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
