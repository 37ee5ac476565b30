import { useEffect } from 'react'
import { useServices } from '../services.tsx'
import { createKeyboard } from '../verbs/keyboard.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable=true]')

/**
 * The only listener for shortcuts. An open dialog takes the keyboard, except for the palette; a drawer shares
 * a few keys.
 */
export function useKeyboard(openPalette: () => void, typeEarly: (key: string) => boolean): void {
  const { verbs } = useServices()
  useEffect(() => {
    const press = createKeyboard({ verbs: verbs.all, openPalette, now: Date.now })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const layers = [...document.querySelectorAll('[role=dialog][aria-modal=true], [role=menu]')]
      const drawer = layers.length === 1 && layers[0]?.closest('[data-side-drawer]') !== null
      const modal = layers.length > 0 && !drawer
      const { key, code, ctrlKey, metaKey, altKey, target } = event
      const printable = key.length === 1 && !ctrlKey && !metaKey && !altKey
      if (printable && !isTyping(target) && typeEarly(key)) return event.preventDefault()
      if (press({ key, code, ctrlKey, metaKey, altKey, drawer, typing: modal || isTyping(target) }))
        event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [verbs, openPalette, typeEarly])
}
