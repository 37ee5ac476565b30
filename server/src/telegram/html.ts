/** Text that is already HTML; everything else is escaped where it is inserted. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const named: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

export const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => signs[sign] ?? '')
export const bold = (text: string): Html => new Html(`<b>${escaped(text)}</b>`)
/** People copy it with one tap. */
export const mono = (text: string): Html => new Html(`<code>${escaped(text)}</code>`)

/** The text of a message as it is read, without marks. */
export const plainOf = (html: string): string =>
  html.replace(/<\/?\w{1,10}>/g, '').replace(/&(?:amp|lt|gt);/g, (name) => named[name] ?? '')

/** Long names must not fill a card. */
export const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${wholeUpTo(text, most - 1)}…`

/** Never half of a character. */
export function wholeUpTo(text: string, most: number): string {
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}
