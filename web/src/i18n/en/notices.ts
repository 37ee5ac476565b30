import { notices as table } from '#domain/notices.ts'

/** `<code>.title` and `<code>.message`. */
export const notices: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(table).flatMap(([code, { title, message }]) => [
    [`${code}.title`, title],
    [`${code}.message`, message],
  ]),
)
