/** The spellings of a boolean that 3x-ui writes and accepts. */
const words: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  '1': true,
  false: false,
  f: false,
  '0': false,
}

/** Undefined for any other text. */
export function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}
