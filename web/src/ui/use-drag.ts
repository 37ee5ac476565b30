import { type PointerEvent, useRef, useState } from 'react'

/** The list with one entry at another place; unchanged if there is no such place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  if (to < 0 || to >= list.length) return [...list]
  return list.filter((_, i) => i !== from).toSpliced(to, 0, ...list.slice(from, from + 1))
}

/** Drags a row of a list by its handle, with mouse, pen or touch. */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [active, setActive] = useState<{ from: number; to: number }>()

  function start(from: number, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || !list.current) return
    // The rows' positions at the start: they move while dragging.
    const middles = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    const { pointerId } = event
    event.currentTarget.setPointerCapture(pointerId)
    let to = from
    const follow = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return
      const { clientY } = moved
      to = middles.filter((middle, i) => i !== from && middle < clientY).length
      setActive({ from, to })
    }
    const end = (drop: boolean) => {
      document.removeEventListener('pointermove', follow)
      document.removeEventListener('pointerup', finish)
      document.removeEventListener('pointercancel', cancel)
      setActive(undefined)
      if (drop && to !== from) onDrop(from, to)
    }
    const finish = () => end(true)
    const cancel = () => end(false)
    // Not on the handle: moving a row removes it from the document for a moment, which loses the capture.
    document.addEventListener('pointermove', follow)
    document.addEventListener('pointerup', finish)
    document.addEventListener('pointercancel', cancel)
  }

  return { list, active, start }
}
