export interface Spoken {
  name: string
  /** The bot that a command in a group is for; blank if it names none. */
  bot: string
  rest: string
}

/** `/usage@my_bot ann` in its parts; undefined if the text is no command. */
export function commandIn(text: string): Spoken | undefined {
  if (!text.startsWith('/')) return undefined
  const [first = '', ...words] = text.slice(1, 500).split(/\s/)
  const [name = '', bot = ''] = first.toLowerCase().split('@')
  return { name, bot, rest: words.join(' ').trim() }
}
