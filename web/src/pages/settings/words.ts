import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LanguageCode, languageOf } from '#domain/words/languages.ts'
import { type Key, loadWords } from '../../i18n/catalogue.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import {
  type GroupId,
  groupOf,
  groups,
  type Section,
  type ShownKey,
  sections,
  shownKeys,
} from './sections.ts'

/** Parts of sections that are not settings, each with its section. */
export const cards = {
  twoFactor: 'security',
  logins: 'security',
  tokens: 'security',
  account: 'security',
  secrets: 'security',
  certificates: 'certificates',
  newCertificate: 'certificates',
  preview: 'subscription',
  noticeGrid: 'notices',
  mail: 'notices',
  webhooks: 'notices',
  deliveries: 'notices',
  directory: 'directory',
  backup: 'backup',
  schedule: 'backup',
  s3: 'backup',
  telegram: 'telegram',
  moveIn: 'backup',
  updates: 'about',
  about: 'about',
} as const satisfies Record<string, Section>
export type CardId = keyof typeof cards
const cardIds = Object.keys(cards) as CardId[] // exactly the keys above

/** What people type who know the thing by another name, whatever the language. */
const otherNames: Partial<Record<CardId, string>> = {
  twoFactor: '2fa mfa otp totp authenticator recovery',
  account: 'password username',
  logins: 'sessions',
  tokens: 'api key',
  backup: 'backup restore',
  moveIn: 'import migrate 3x-ui x-ui marzban pasarguard',
}

/** A label and an optional one-line explanation. */
export interface SettingWords {
  sections: Record<Section, string>
  groups: Record<GroupId, string>
  cards: Record<CardId, string>
  /** `unset`: what a 0 means, shown instead of the number. */
  settings: Record<ShownKey, readonly [label: string, hint: string, unset?: string]>
  /** Of a setting that has choices; as the API calls it if there is no word. */
  choice(key: ShownKey, choice: string): string
}

const byId = <Id extends string, Text>(ids: readonly Id[], textOf: (id: Id) => Text) =>
  Object.fromEntries(ids.map((id) => [id, textOf(id)])) as Record<Id, Text> // each of them

/** Used only by this page and the palette, so not part of the first load. */
export async function loadSettingWords(language: LanguageCode): Promise<SettingWords> {
  const messages = await loadWords(language, 'setting-words')
  const text = (key: Key) => messages[key] ?? '' // a name without a key does not compile
  const ids = groups.map(({ id }) => id)
  return {
    sections: byId(sections, (id) => text(`settingSection.${id}`)),
    groups: byId(ids, (id) => text(`settingGroup.${id}`)),
    cards: byId(cardIds, (id) => text(`settingCard.${id}`)),
    settings: byId(shownKeys, (key) => {
      const { [`settingHint.${key}`]: hint = '', [`settingUnset.${key}`]: unset } = messages
      const label = text(`setting.${key}`)
      return unset === undefined ? ([label, hint] as const) : ([label, hint, unset] as const)
    }),
    choice: (key, choice) => messages[`settingChoice.${key}.${choice}`] ?? choice,
  }
}

export function useWords() {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['setting words', language],
    queryFn: () => loadSettingWords(language),
    placeholderData: keepPreviousData,
  })
}

/** Every typed word is the start of a word in the texts, or part of the API name. */
function fits(parts: readonly string[], key: string, texts: readonly string[]): boolean {
  const known = texts
    .join(' ')
    .toLowerCase()
    .split(/[\s/().,:]+/)
  const name = key.toLowerCase()
  return parts.every((part) => name.includes(part) || known.some((word) => word.startsWith(part)))
}

/** Matches in labels first, then in explanations. */
export function matchingSettings(words: SettingWords, typed: string): ShownKey[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const textsOf = (key: ShownKey) => [
    ...words.settings[key].map((text) => text ?? ''),
    words.groups[groupOf(key).id],
  ]
  const called = shownKeys.filter((key) => fits(parts, key, [words.settings[key][0]]))
  const explained = shownKeys.filter((key) => !called.includes(key) && fits(parts, key, textsOf(key)))
  return [...called, ...explained]
}

/** For the palette: a link to the setting on the page. */
export async function findSettings(text: string, most: number) {
  const { lang } = document.documentElement
  const words = await loadSettingWords(languageOf(lang) ?? 'en')
  const low = text.toLowerCase()
  const found = cardIds
    .filter((id) => `${words.cards[id]} ${otherNames[id] ?? ''}`.toLowerCase().includes(low))
    .map((id) => ({
      id: `settings ${id}`,
      title: words.cards[id],
      hint: words.sections[cards[id]],
      to: `panel/settings?section=${cards[id]}&card=${id}`,
    }))
  const settings = matchingSettings(words, text).map((key) => {
    const { section } = groupOf(key)
    const to = `panel/settings?section=${section}&at=${key}`
    return { id: `setting ${key}`, title: words.settings[key][0], hint: words.sections[section], to }
  })
  return [...found, ...settings].slice(0, most)
}
