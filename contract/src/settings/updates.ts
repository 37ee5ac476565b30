import { bool, oneOf, type Row, secretInUrl, text } from './row.ts'

/** Where newer versions of the panel are looked up. */
export const updateRows = {
  updateCheckEnable: bool(true), // once a day, if there is a list
  updateChannel: oneOf(['stable', 'dev'], 'stable'),
  updateUrl: secretInUrl(text('', 'url')), // blank: the list that the installed package names, if it names one
  updateAllowPrivate: bool(false), // a private address is refused otherwise (S5)
} satisfies Record<string, Row>
