/** Characters that end a line, or that no parser of text takes as they are. */
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** Half of a character pair cannot be written in any encoding. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** One line: headers and comments end where a line does. */
export const oneLine = (text: string): string => wellFormed(text.replace(controls, '')).trim()
