/** Characters that end a line, or that text parsers refuse. */
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** Lone surrogates cannot be encoded. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** A single line, for headers and comments. */
export const oneLine = (text: string): string => wellFormed(text.replace(controls, '')).trim()

/** Apps decode Base64 text in any script. */
export const encodedText = (text: string): string => {
  const bytes = new TextEncoder().encode(wellFormed(text))
  return `base64:${btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))}`
}
