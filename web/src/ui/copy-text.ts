/** Pages without TLS have only the old clipboard API, and most panels are first opened over plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Blocked by the browser: the old API may still work.
  }
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside the open dialog, because its focus trap would take the focus away from anywhere else.
  const host = document.activeElement?.closest('[role=dialog]') ?? document.body
  const before = document.activeElement
  host.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
