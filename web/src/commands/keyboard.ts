import type { Command } from './commands.ts'

/** How long the second key of a pair may take. */
const PAIR_MS = 1_200

interface Deps {
  commands(): readonly Command[]
  openPalette(): void
  now(): number
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  typing: boolean
  /** A side drawer covers the page. */
  drawer?: boolean
}

/** Handles a key press; true if it was a shortcut. */
export function createKeyboard({ commands, openPalette, now }: Deps) {
  let first = { key: '', at: 0 }

  return function press(event: Pressed): boolean {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && letterOf(event) === 'k') {
      openPalette()
      return true
    }
    if (event.typing || event.ctrlKey || event.metaKey || event.altKey) return false
    const key = letterOf(event)
    const pair = now() - first.at < PAIR_MS ? `${first.key} ${key}` : ''
    first = { key: '', at: 0 }
    const known = event.drawer ? commands().filter(({ inDrawer }) => inDrawer) : commands()
    const command =
      (pair && known.find(({ keys }) => keys === pair)) || known.find(({ keys }) => keys === key)
    if (command) {
      command.run()
      return true
    }
    if (known.some(({ keys }) => keys?.startsWith(`${key} `))) first = { key, at: now() }
    return false
  }
}

/** By key position if the layout has no Latin letters, so that a Persian keyboard has the same shortcuts. */
function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length > 1 || /^[\x20-\x7e]$/.test(key)) return key.length > 1 ? key : key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter ? letter.toLowerCase() : code === 'Slash' ? (key === '؟' ? '?' : '/') : key
}
