import { ActionIcon, Menu } from '@mantine/core'
import { type ComponentType, Fragment, useState } from 'react'
import { MoreIcon } from '../ui/icons.tsx'

export interface MenuEntry {
  label: string
  run(): void
  icon?: ComponentType<{ size?: number }>
  danger?: boolean
  /** Why it cannot be done now; the entry says so instead of doing nothing. */
  why?: string
  /** A line above it. */
  apart?: boolean
}

/** The verbs of one row; what they are is asked when the menu opens, for a list has hundreds of rows. */
export function RowMenu({ label, entries }: { label: string; entries: () => readonly MenuEntry[] }) {
  const [open, setOpen] = useState(false)
  return (
    <Menu
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={230}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="inherit" size={36} aria-label={label}>
          <MoreIcon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {open && entries().map((entry) => <Entry key={entry.label} {...entry} />)}
      </Menu.Dropdown>
    </Menu>
  )
}

function Entry({ label, run, icon: Icon, danger, why, apart }: MenuEntry) {
  return (
    <Fragment>
      {apart && <Menu.Divider />}
      <Menu.Item
        leftSection={Icon && <Icon size={16} />}
        {...(danger && { color: 'var(--bad)' })}
        disabled={why !== undefined}
        onClick={run}
      >
        {label}
        {why !== undefined && <small> · {why}</small>}
      </Menu.Item>
    </Fragment>
  )
}
