/** The clipboard of a page without TLS is the old one: most panels are first opened over plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Forbidden by the browser: the old way may still work.
  }
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside the open dialog: its focus trap takes the focus away from anywhere else.
  const host = document.activeElement?.closest('[role=dialog]') ?? document.body
  const before = document.activeElement
  host.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
