import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useServices } from '../services.tsx'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Below the base path. */
  to: string
}

/** A click that asks for no new tab, window or download. */
export const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A real link: it can be opened in a new tab, copied and read out. A plain click navigates inside the app. */
export function Link({ to, onClick, ...rest }: Props) {
  const { router } = useServices()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    router.go(to)
  }
  return <a href={router.hrefOf(to)} onClick={follow} {...rest} />
}

interface DrawerLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  params: Record<string, string | undefined>
}

/** Opens a drawer over this page; as a link it can be opened in a new tab. */
export function DrawerLink({ params, ...rest }: DrawerLinkProps) {
  const { router } = useServices()
  function open(event: MouseEvent) {
    if (!isPlain(event)) return
    event.preventDefault()
    router.setParams(params, 'push')
  }
  return <a href={router.hrefWith(params)} onClick={open} {...rest} />
}
