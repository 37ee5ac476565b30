import type { PlainKey, Translate } from '../i18n/translation.tsx'
import { type FieldWords, wordsBy } from './field-words.ts'

const sections: Readonly<Record<string, PlainKey>> = {
  routing: 'network.routing',
  outbounds: 'network.outboundsTitle',
  dns: 'network.dnsTitle',
}

/** The sections of the template, as the tabs of Network are named. */
export const templateWords = (t: Translate): FieldWords =>
  wordsBy(t, (key) => {
    const label = Object.hasOwn(sections, key) ? sections[key] : undefined
    return label && t(label)
  })
