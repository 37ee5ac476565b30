/** PostgreSQL accepts neither NUL nor a lone surrogate, so no stored text contains one. */
export const isStorable = (text: string): boolean => !/\0|\p{Cs}/u.test(text)
