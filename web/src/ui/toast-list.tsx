import { CloseButton } from '@mantine/core'
import { useApp } from '../services.tsx'
import { Button } from './button.tsx'
import { useCell } from './cell.ts'
import { sayError } from './say-error.ts'
import styles from './toast-list.module.css'

/** The live region is always mounted: one that is added together with its text is not read out. */
export function ToastList() {
  const { t, toasts } = useApp()
  const shown = useCell(toasts.shown)

  async function undo(id: number, action: () => Promise<unknown>) {
    toasts.drop(id)
    try {
      await action()
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('toast.undoFailed', { reason: sayError(t, error) }) })
    }
  }

  return (
    <section className={styles.list} aria-label={t('toast.region')} aria-live="polite">
      {shown.map(({ id, text, tone, undo: action }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it open
        <div
          key={id}
          className={styles.toast}
          data-tone={tone}
          onPointerEnter={() => toasts.hold(id, 'pointer')}
          onPointerLeave={() => toasts.letGo(id, 'pointer')}
          onFocus={() => toasts.hold(id, 'focus')}
          onBlur={() => toasts.letGo(id, 'focus')}
        >
          <span className={styles.text} dir="auto">
            {text}
          </span>
          {action && (
            <Button
              label={t('toast.undo')}
              size="compact-sm"
              variant="light"
              onClick={() => undo(id, action)}
            />
          )}
          <CloseButton aria-label={t('shell.close')} onClick={() => toasts.drop(id)} />
        </div>
      ))}
    </section>
  )
}
