import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Renders its children once their place is scrolled into view: what they need is not part of the first load. */
export function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!place.current || isSeen) return
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen])
  return isSeen ? children : <div ref={place} style={{ minBlockSize: 1 }} />
}
