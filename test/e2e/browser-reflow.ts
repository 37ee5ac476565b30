import type { Page } from 'playwright-core'

/**
 * Text and controls that cannot be seen whole, and cannot be scrolled to: beyond the window, or cut by a box that hides
 * what does not fit (WCAG 1.4.4, 1.4.10). A name that ends in an ellipsis is whole elsewhere; a control's or a
 * heading's own words must not.
 */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SLACK = 2
    const over = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)
    const root = over ?? document.body
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element) => {
      const known = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, known)
      return known
    }
    const isTiny = (element: Element) => element.clientWidth <= 1 && element.clientHeight <= 1
    const shortens = (style: CSSStyleDeclaration) =>
      style.textOverflow === 'ellipsis' || !['none', ''].includes(style.webkitLineClamp)
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    const scrolls = (value: string) => value === 'auto' || value === 'scroll'

    /** Why this rectangle cannot be seen whole; undefined if it can. */
    function cut(from: Element, box: DOMRect): string | undefined {
      let [free, freeDown] = [true, true]
      for (let at: Element | null = from; at && at !== document.documentElement; at = at.parentElement) {
        const style = styleOf(at)
        if (isTiny(at) || style.clipPath !== 'none') return undefined // for screen readers
        if (shortens(style))
          return isOwnWords(from) && free && beyond(box, at) ? 'ends in an ellipsis' : undefined
        if (scrolls(style.overflowX)) free = false
        if (scrolls(style.overflowY)) freeDown = false
        if (free && hides(style.overflowX) && beyond(box, at)) return `cut by ${nameOf(at)}`
        if (freeDown && hides(style.overflowY) && below(box, at)) return `cut below by ${nameOf(at)}`
        if (style.position === 'fixed') break
      }
      const outside = free && (box.right > innerWidth + SLACK || box.left < -SLACK)
      return outside ? 'beyond the window' : undefined
    }
    const beyond = (box: DOMRect, by: Element) => {
      const { left, right } = by.getBoundingClientRect()
      return box.right > right + SLACK || box.left < left - SLACK
    }
    const below = (box: DOMRect, by: Element) => {
      const { top, bottom } = by.getBoundingClientRect()
      return box.bottom > bottom + SLACK || box.top < top - SLACK
    }
    const isOwnWords = (element: Element) =>
      element.closest('button, label, legend, h1, h2, h3, [role=tab], [role=menuitem]') !== null &&
      element.closest('[data-row], bdi, code, [dir=auto], [dir=ltr]') === null
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`.slice(0, 60)
    const isShown = (element: Element) =>
      element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
        contentVisibilityAuto: true,
      }) && element.closest('svg, iframe, [aria-hidden=true], [inert]') === null

    const found: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent?.trim()
      if (!parent || !text || !isShown(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const why = cut(parent, range.getBoundingClientRect())
      if (why) found.push(`“${text.slice(0, 40)}” ${why}`)
    }
    for (const control of root.querySelectorAll('button, a[href], input, select, textarea, summary')) {
      if (!isShown(control)) continue
      const box = control.getBoundingClientRect()
      const why = box.width > 1 && control.parentElement && cut(control.parentElement, box)
      if (why) found.push(`${control.outerHTML.slice(0, 80)} ${why}`)
    }
    return [...new Set(found)]
  })
