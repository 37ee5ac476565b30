/** Offers a text as a download. */
export function saveFile(name: string, text: string, type: string): void {
  // The byte order mark tells spreadsheets that it is UTF-8; JSON must not have one.
  const mark = type === 'text/csv' ? '\uFEFF' : ''
  const url = URL.createObjectURL(new Blob([mark, text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
