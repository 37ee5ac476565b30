import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useServices } from '../services.tsx'
import { isPlain } from './link.tsx'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  params: Record<string, string>
}

/** Opens a drawer over this page; as a link it can be opened in a new tab. */
export function DrawerLink({ params, ...rest }: Props) {
  const { router } = useServices()
  function open(event: MouseEvent) {
    if (!isPlain(event)) return
    event.preventDefault()
    router.setParams(params, 'push')
  }
  return <a href={router.hrefWith(params)} onClick={open} {...rest} />
}
