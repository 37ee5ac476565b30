import type { HTMLAttributes } from 'react'
import type { TopologyNode } from '#domain/topology/graph.ts'
import { DrawerLink, Link } from '../../../router/link.tsx'
import { targetOf } from './targets.ts'

interface Props extends HTMLAttributes<HTMLElement> {
  node: TopologyNode
}

/** A link to where the item is edited; one that cannot be edited can still be focused. */
export function BoxLink({ node, children, ...rest }: Props) {
  const target = targetOf(node)
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
  return (
    <DrawerLink params={{ i: String(target.inboundId) }} {...rest}>
      {children}
    </DrawerLink>
  )
}
