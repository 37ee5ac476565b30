import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { useParam } from '../router/use-url-state.ts'
import { useServices } from '../services.tsx'
import styles from './side-drawer.module.css'

export interface SideProps {
  /** The query parameter that opens it: `?c=ann`. */
  param: string
  /** Other query parameters of the drawer, removed with it (its tab). */
  also?: readonly string[]
  title(value: string): ReactNode
  /** Beside the close button. */
  actions?(value: string): ReactNode
  size?: number
  children(value: string, close: () => void): ReactNode
}

/** The value of its query parameter, and how to close it. */
export function useSide({ param, also = [] }: Pick<SideProps, 'param' | 'also'>) {
  const { router } = useServices()
  const value = useParam(param)
  const close = () =>
    router.setParams(Object.fromEntries([param, ...also].map((name) => [name, undefined])), 'push')
  return { value, close }
}

/** A drawer has a URL: the URL opens it, Back closes it, and the focus returns to where it was. */
export function SideDrawer({ title, actions, size = 560, children, ...side }: SideProps) {
  const { t } = useTranslation()
  const { value, close } = useSide(side)
  // The content stays while it slides out.
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (value) setShown(value)
  }, [value])
  const current = value || shown
  return (
    <Drawer.Root
      opened={value !== ''}
      onClose={close}
      // Closed by `escape-layers.ts`, only when it is on top.
      closeOnEscape={false}
      position="right"
      size={`min(${size}px, 100vw)`}
      // On Drawer.Content itself it would also colour the surrounding frame and hide the page behind.
      classNames={{ content: styles.content ?? '' }}
      transitionProps={{ onExited: () => setShown('') }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content data-side-drawer>
        <Drawer.Header className={styles.header ?? ''}>
          <Drawer.Title className={styles.title ?? ''}>{current && title(current)}</Drawer.Title>
          <div className={styles.actions}>
            {current && actions?.(current)}
            <Drawer.CloseButton aria-label={t('shell.close')} size={36} />
          </div>
        </Drawer.Header>
        <Drawer.Body className={styles.body ?? ''}>{current && children(current, close)}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
