import { expect, it, vi } from 'vitest'
import { backupRows, notifyRows } from '#contract/settings/rows.ts'
import { type PublicKey, publicKeys } from '#contract/settings.ts'
import { hasNoEffect } from '#domain/settings/matters.ts'
import { messagesOf } from '#test/catalogue.ts'
import { parts as wordParts } from '../../i18n/parts.ts'
import { isShown, rowOf, shownKeys } from './sections.ts'
import { findSettings, loadSettingWords, matchingSettings } from './words.ts'

/** Which events are sent to which outlet; all other settings of this table are on the page. */
const noticeKeys = (Object.keys(notifyRows) as (keyof typeof notifyRows)[]).filter(
  (key) => !shownKeys.some((shown) => shown === key),
)

/**
 * Not on this page: shown elsewhere or decided by the language. Settings without effect are left out by the
 * table.
 */
const notShown: readonly PublicKey[] = [
  ...(Object.keys(backupRows) as (keyof typeof backupRows)[]), // the cards of Backup have them
  ...noticeKeys, // the cards of Notices have them
  'outboundDownThreshold',
  'ldapPassword', // the card of the directory has it
  'ldapVlessField', // the older name of the flag's attribute
  'twoFactorEnable', // has its own card
  'twoFactorToken',
  'standInPort', // detected by the panel
  'pageSize', // our lists have no pages
  'datepicker', // the calendar follows the language
]

it('every setting of the contract is shown once, or left out by name', () => {
  expect(new Set(shownKeys).size).toBe(shownKeys.length)
  const places = (key: (typeof publicKeys)[number]) => [
    isShown(key),
    notShown.includes(key),
    hasNoEffect(key),
  ]
  expect(publicKeys.filter((key) => places(key).filter(Boolean).length !== 1)).toEqual([])
})

const choicesOf = (key: (typeof shownKeys)[number]): readonly string[] => {
  const row = rowOf(key)
  return (row.type === 'string' && row.choices) || []
}

const segments: readonly string[] = wordParts['setting-words']

it('has words for what is on the page, and no others', async () => {
  const { sections: names, groups: titles, cards: parts, settings } = await loadSettingWords('en')
  const blank = Object.values({ ...names, ...titles, ...parts }).filter((text) => text === '')
  expect([...blank, ...shownKeys.filter((key) => settings[key][0] === '')]).toEqual([])
  const known = {
    ...{
      settingSection: Object.keys(names),
      settingGroup: Object.keys(titles),
      settingCard: Object.keys(parts),
    },
    settingChoice: shownKeys.flatMap((key) => choicesOf(key).map((choice) => `${key}.${choice}`)),
    ...{ setting: shownKeys, settingHint: shownKeys, settingUnset: shownKeys },
  }
  const isKnown = (key: string) =>
    Object.entries(known).some(([kind, ids]) => ids.some((id) => key === `${kind}.${id}`))
  const keys = Object.keys(messagesOf('en', 'app')).filter((key) =>
    segments.includes(key.split('.')[0] ?? ''),
  )
  expect(keys.filter((key) => !isKnown(key))).toEqual([])
})

it('finds a setting by its label, its explanation and its API name', async () => {
  const words = await loadSettingWords('en')
  expect(matchingSettings(words, 'panel port')).toEqual(['webPort'])
  expect(matchingSettings(words, 'X-Forwarded')).toEqual(['trustedProxyCIDRs'])
  expect(matchingSettings(words, 'sessionmaxage')).toEqual(['sessionMaxAge'])
  expect(matchingSettings(words, 'no such thing')).toEqual([])
})

it('finds a card by the names that people use for it', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'ru' } })
  try {
    for (const [typed, card] of [
      ['2fa', 'twoFactor'],
      ['backup', 'backup'],
      ['3x-ui', 'moveIn'],
    ] as const)
      expect((await findSettings(typed, 8)).map(({ id }) => id)).toContain(`settings ${card}`)
  } finally {
    vi.unstubAllGlobals()
  }
})
