/** Text that is already HTML; everything else is escaped when it is inserted. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

type Part = string | number | Html | null | readonly (Html | null)[]

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

const escaped = (text: string): string => text.replace(/[&<>"'`]/g, (sign) => signs[sign] ?? '')

function rendered(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map((p) => p?.text ?? '').join('') : escaped(String(part))
}

export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.reduce((all, text, i) => all + rendered(parts[i - 1] ?? null) + text))

/** For our own constants only: styles and the script. */
export const verbatim = (text: string): Html => new Html(text)
