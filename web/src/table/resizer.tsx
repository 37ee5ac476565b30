import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './data-table.module.css'

const NARROW = 64
const WIDE = 720
const STEP = 16
const bounded = (width: number) => Math.round(Math.min(WIDE, Math.max(NARROW, width)))

interface Props {
  title: string
  width: number
  /** 0: automatic width. */
  onResize(width: number): void
}

/** The edge of a column: dragged, or moved with arrow keys. A double click resets the width. */
export function Resizer({ title, width, onResize }: Props) {
  const { t } = useTranslation()
  const real = (edge: Element) => edge.parentElement?.getBoundingClientRect().width ?? width
  const isRtl = () => document.documentElement.dir === 'rtl'

  function begin(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault()
    const edge = event.currentTarget
    const [from, start] = [event.clientX, real(edge)]
    edge.setPointerCapture(event.pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) =>
      onResize(bounded(start + (clientX - from) * (isRtl() ? -1 : 1)))
    const end = () => {
      edge.removeEventListener('pointermove', move)
      edge.removeEventListener('pointerup', end)
      edge.removeEventListener('pointercancel', end)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end)
    edge.addEventListener('pointercancel', end)
  }
  function onKeyDown(event: KeyboardEvent<HTMLSpanElement>) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (way === undefined) return
    event.preventDefault()
    onResize(bounded(real(event.currentTarget) + way * STEP * (isRtl() ? -1 : 1)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is a separator with a value
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('table.resize', { column: title })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={NARROW}
      aria-valuemax={WIDE}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={begin}
      onDoubleClick={() => onResize(0)}
      onKeyDown={onKeyDown}
    />
  )
}
