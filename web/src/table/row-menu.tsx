import { Menu } from '@mantine/core'
import { type ComponentType, Fragment, type Ref, useRef, useState } from 'react'
import { MoreIcon } from '../ui/icons.tsx'
import styles from './row-menu.module.css'

export interface MenuEntry {
  label: string
  run(): void
  icon?: ComponentType<{ size?: number }>
  danger?: boolean
  /** Why it cannot be done now; the entry says so instead of doing nothing. */
  why?: string
  /** A line above it. */
  apart?: boolean
  /** English words that find it in the palette, whatever the language: "renew alice". */
  words?: string
  /** Said beside it in the palette. */
  hint?: string
  /** What the palette does where the menu would ask for one more choice. */
  now?(): void
}

/** The verbs of one row. A list has hundreds: until it is opened, a menu is nothing but its button. */
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
        className={styles.button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MoreIcon size={18} />
      </button>
      {open && (
        <Menu
          opened
          onClose={close}
          position="bottom-end"
          width={230}
          withInitialFocusPlaceholder={false}
          returnFocus={false}
        >
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

/** Where the menu opens; the button beside it has the roles and the name. */
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
