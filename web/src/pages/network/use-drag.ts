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
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    let to = from
    const follow = ({ clientY }: { clientY: number }) => {
      to = middles.filter((middle, i) => i !== from && middle < clientY).length
      setActive({ from, to })
    }
    const end = (drop: boolean) => {
      handle.removeEventListener('pointermove', follow)
      handle.removeEventListener('pointerup', finish)
      handle.removeEventListener('pointercancel', cancel)
      setActive(undefined)
      if (drop && to !== from) onDrop(from, to)
    }
    const finish = () => end(true)
    const cancel = () => end(false)
    handle.addEventListener('pointermove', follow)
    handle.addEventListener('pointerup', finish)
    handle.addEventListener('pointercancel', cancel)
  }

  return { list, active, start }
}
