import { ActionIcon, Menu } from '@mantine/core'
import { creations } from '../routes.tsx'
import { useApp } from '../services.tsx'
import { Button } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icons.tsx'

/** Everything that can be created, from every page. With only one entry, the button creates it directly. */
export function NewMenu({ round }: { round?: boolean }) {
  const { t, router } = useApp()
  const [only, ...more] = creations
  if (!only) return null
  const single = more.length === 0
  const name = single ? t(only.label) : t('shell.new')
  const run = single ? () => router.go(only.to) : undefined
  const target = round ? (
    <ActionIcon size={46} radius="xl" aria-label={name} onClick={run}>
      <PlusIcon />
    </ActionIcon>
  ) : (
    <Button label={t('shell.new')} primary size="sm" h={36} icon={PlusIcon} aria-label={name} onClick={run} />
  )
  if (single) return target
  return (
    <Menu position={round ? 'top' : 'bottom-end'} width={220}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {creations.map(({ label, to, icon: Icon }) => (
          <Menu.Item key={to} leftSection={Icon && <Icon size={16} />} onClick={() => router.go(to)}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
