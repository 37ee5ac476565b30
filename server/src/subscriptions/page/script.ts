/** Adds the copy buttons and nothing else: without it every text can still be selected. */
export const script = `
for (const button of document.querySelectorAll('[data-copy]')) {
  const said = button.textContent
  button.hidden = false
  button.onclick = async () => {
    const source = document.getElementById(button.dataset.copy)
    try { await navigator.clipboard.writeText(source.textContent) } catch {
      getSelection().selectAllChildren(source)
      document.execCommand('copy')
    }
    button.textContent = document.body.dataset.copied
    setTimeout(() => { button.textContent = said }, 1500)
  }
}
`.trim()
