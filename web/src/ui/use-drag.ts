import { type PointerEvent, useRef, useState } from 'react'

interface Active {
  from: number
  to: number
}

/** Dragging a row of a list by its handle, with a mouse, a pen or a finger. */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [active, setActive] = useState<Active>()

  function start(from: number, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || !list.current) return
    // Where the rows stood when it began: they change places while it goes on.
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
    // Not on the handle: a row that changes places is taken out for a moment, and its capture is lost.
    document.addEventListener('pointermove', follow)
    document.addEventListener('pointerup', finish)
    document.addEventListener('pointercancel', cancel)
  }

  return { list, active, start }
}
