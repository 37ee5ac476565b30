import { CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import drawer from './side-drawer.module.css'
import { SideDrawer, type SideProps, useSide } from './side-drawer.tsx'
import styles from './side-panel.module.css'

/** From this width on, a list and a panel fit beside each other. */
const besideFrom = '(min-width: 1000px)'

/** Like a drawer, but the list beside it stays in use. On a narrow screen it is a drawer. */
export function SidePanel(props: SideProps) {
  const isWide = useMediaQuery(besideFrom, undefined, { getInitialValueInEffect: false })
  return isWide ? <Panel {...props} /> : <SideDrawer {...props} />
}

function Panel({ title, actions, children, ...side }: SideProps) {
  const { value, close } = useSide(side)
  return value === '' ? null : (
    <Opened title={title} actions={actions} value={value} close={close}>
      {children}
    </Opened>
  )
}

type OpenedProps = Pick<SideProps, 'title' | 'children'> & {
  actions: SideProps['actions'] | undefined
  value: string
  close(): void
}

function Opened({ title, actions, children, value, close }: OpenedProps) {
  const { t } = useTranslation()
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  useFocus(panel, value)
  return (
    <aside
      ref={panel}
      // Not modal: the list is reached as before.
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className={styles.panel}
      data-side-panel
      data-side-drawer
    >
      <header className={`${drawer.header} ${styles.header}`}>
        <h2 id={id} className={drawer.title}>
          {title(value)}
        </h2>
        <div className={drawer.actions}>
          {actions?.(value)}
          <CloseButton data-close aria-label={t('shell.close')} size={36} onClick={close} />
        </div>
      </header>
      <div className={`${drawer.body} ${styles.body}`}>{children(value, close)}</div>
    </aside>
  )
}

/** Into the panel when it opens, and when another value took away what had the focus; back when it closes. */
function useFocus(panel: { current: HTMLElement | null }, value: string): void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = document.activeElement
    return () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every value
  useEffect(() => {
    const isFirst = before.current === document.activeElement
    if (!isFirst && document.activeElement !== document.body) return
    const stop = panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? panel.current
    stop?.focus({ preventScroll: true })
  }, [value, panel])
}
