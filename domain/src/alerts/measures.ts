import { measuresOf } from '../measures.ts'
import type { Measures } from './texts.ts'

/** How a message of the server writes bytes and times: in its language, in the zone of the panel. */
export function measuresIn(language: string, zone: string): Measures {
  // Asked for when they are needed: an idle panel must not load the data of languages.
  return {
    locale: language,
    bytes: (value) => measuresOf(language).bytes(value),
    time: (ms) => (ms > 0 ? measuresOf(language).moment(ms, zone) : '-'),
  }
}
