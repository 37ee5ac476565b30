import { Menu } from '@mantine/core'
import { type ComponentType, Fragment, type Ref, useRef, useState } from 'react'
import { EditIcon, TrashIcon } from '../ui/icons.tsx'
import icons from '../ui/row-icons/row-icons.module.css'
import styles from './row-menu.module.css'

export interface MenuEntry {
  label: string
  run(): void
  icon?: ComponentType<{ size?: number }>
  danger?: boolean
  /** Why the action is unavailable; shown in the entry. */
  why?: string
  /** A divider above it. */
  apart?: boolean
  /** English keywords for the palette, in every language: "renew alice". */
  words?: string
  /** Shown beside it in the palette. */
  hint?: string
  /** What the palette runs where the menu would ask for one more choice. */
  now?(): void
}

/** Usually the first entry. */
export const editing = (label: string, run: () => void): MenuEntry => ({ label, icon: EditIcon, run })

/** Always the last entry. */
export const deletion = (label: string, run: () => void): MenuEntry => ({
  label,
  icon: TrashIcon,
  danger: true,
  apart: true,
  run,
})

/** The actions of one row. A list has hundreds of rows, so a closed menu renders only its button. */
export function RowMenu({ label, entries }: { label: string; entries: () => readonly MenuEntry[] }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function close() {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  return (
    <span className={styles.place}>
      <button
        ref={button}
        type="button"
        className={`${styles.button} ${icons.more}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Menu opened onClose={close} width={230} returnFocus={false}>
          <Menu.Target>
            <Anchor />
          </Menu.Target>
          <Menu.Dropdown aria-label={label}>
            {entries().map((entry) => (
              <Entry key={entry.label} {...entry} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  )
}

/** The menu's anchor; the button beside it has the roles and the name. */
const Anchor = ({ ref }: { ref?: Ref<HTMLSpanElement> }) => <span ref={ref} className={styles.target} />

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
