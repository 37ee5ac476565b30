import type { MouseEvent } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { useServices } from '../../services.tsx'
import { nameOf } from './inbound-view.ts'
import styles from './inbounds.module.css'

/** The name opens the editor over the list; as a link it can be opened in a new tab. */
export function InboundLink({ inbound }: { inbound: Inbound }) {
  const { router } = useServices()
  const params = { i: String(inbound.id) }
  function open(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.setParams(params, 'push')
  }
  return (
    <a href={router.hrefWith(params)} className={styles.link} onClick={open} data-open={inbound.id}>
      <bdi>{nameOf(inbound)}</bdi>
    </a>
  )
}
