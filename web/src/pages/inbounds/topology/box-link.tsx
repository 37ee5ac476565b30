import type { HTMLAttributes, MouseEvent } from 'react'
import type { TopologyNode } from '#domain/topology/graph.ts'
import { Link } from '../../../router/link.tsx'
import { useServices } from '../../../services.tsx'
import { type LeadTo, targetOf } from './targets.ts'

interface Props extends HTMLAttributes<HTMLElement> {
  node: TopologyNode
  leadTo?: LeadTo | undefined
}

/** A link to where the item is edited; one that cannot be edited can still be focused. */
export function BoxLink({ node, leadTo, children, ...rest }: Props) {
  const { router } = useServices()
  const elsewhere = leadTo?.(node)
  const target = elsewhere === undefined ? targetOf(node) : { to: elsewhere }
  if (!target)
    return (
      <button type="button" {...rest}>
        {children}
      </button>
    )
  if ('to' in target)
    return (
      <Link to={target.to} {...rest}>
        {children}
      </Link>
    )
  const params = { i: String(target.inboundId) }
  function open(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.setParams(params, 'push')
  }
  return (
    <a href={router.hrefWith(params)} onClick={open} {...rest}>
      {children}
    </a>
  )
}
