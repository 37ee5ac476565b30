/**
 * Escape closes the top layer and nothing below it. Every dialog of Mantine listens by itself, so with two of them open
 * both would close: then this listener, which is called first, presses the close button of the upper one alone. Drawers and
 * panels are always closed by it.
 */
const layers = '[role=dialog][aria-modal=true], [data-side-panel]'
/** Menus, lists and small forms close themselves. */
const floating = '.mantine-Popover-dropdown, .mantine-Menu-dropdown, .mantine-Combobox-dropdown'
const closeButton = '.mantine-Modal-close, .mantine-Drawer-close, [data-close]'

const zIndexOf = (layer: Element): number => {
  const shell = layer.closest<HTMLElement>('.mantine-Modal-root, .mantine-Drawer-root')
  return shell ? Number(shell.style.getPropertyValue('--mb-z-index')) || 200 : 0
}

const isTypingElsewhere = (target: EventTarget | null, layer: Element) =>
  target instanceof HTMLElement &&
  !layer.contains(target) &&
  target.matches('input:not([type=checkbox]), textarea, select')

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
  if ([...document.querySelectorAll(floating)].some((one) => one.checkVisibility())) return
  // One that has just closed may still be there, out of sight.
  const open = [...document.querySelectorAll(layers)]
    .filter((layer) => layer.checkVisibility())
    .toSorted((a, b) => zIndexOf(a) - zIndexOf(b))
  const top = open.at(-1)
  if (!top) return
  // A single dialog needs no help; a field beside a panel has its own use for the key.
  if (open.length === 1 && !top.matches('[data-side-drawer]')) return
  if (top.matches('[data-side-panel]') && isTypingElsewhere(event.target, top)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  top.querySelector<HTMLElement>(closeButton)?.click()
}

addEventListener('keydown', onKeyDown, { capture: true })

export {}
