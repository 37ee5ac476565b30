import type { Translate } from '../i18n/translation.tsx'
import { labelOf, shortPath } from '../pages/inbounds/editor/labels.ts'
import { type FieldWords, wordsBy } from './field-words.ts'

/** The words of an inbound's form, whose fields lie inside blocks. */
export const inboundWords = (t: Translate): FieldWords =>
  wordsBy(
    t,
    (key) => {
      const label = labelOf(key)
      return label ? t(label) : shortPath(key)
    },
    ['settings', 'streamSettings', 'sniffing'],
  )
