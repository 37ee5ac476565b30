export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** `true, 1,,yes` as its parts. */
export const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Trims a trailing run of one character. A regular expression would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return end === text.length ? text : text.slice(0, end)
}
