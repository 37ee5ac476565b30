/** PostgreSQL takes neither NUL nor half a surrogate pair: a text with one of them is in no table. */
export const isStorable = (text: string): boolean => !/\0|\p{Cs}/u.test(text)
