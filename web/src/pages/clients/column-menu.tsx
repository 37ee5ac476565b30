import { ActionIcon, Menu } from '@mantine/core'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import type { Column } from '../../table/column.ts'
import { ColumnsIcon } from '../../ui/icons.tsx'

interface Props {
  columns: readonly Column<ClientSlim>[]
  shown: readonly string[]
  onShown(ids: string[]): void
}

export function ColumnMenu({ columns, shown, onShown }: Props) {
  const { t } = useTranslation()
  const toggle = (id: string) =>
    onShown(shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id])
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
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
        {columns
          .filter(({ fixed }) => !fixed)
          .map(({ id, title }) => (
            <Menu.CheckboxItem key={id} checked={shown.includes(id)} onChange={() => toggle(id)}>
              {title}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
