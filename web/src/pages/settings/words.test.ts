import { describe, expect, it, vi } from 'vitest'
import { publicKeys } from '#contract/settings.ts'
import { hasNoEffect } from '#domain/settings/without-effect.ts'
import { languageCodes } from '../../i18n/languages.ts'
import { isShown, notShown, shownKeys } from './sections.ts'
import { findSettings, loadWords, matchingSettings } from './words.ts'

it('every setting of the contract is shown once, or left out by name', () => {
  expect(new Set(shownKeys).size).toBe(shownKeys.length)
  const places = (key: (typeof publicKeys)[number]) => [
    isShown(key),
    notShown.includes(key),
    hasNoEffect(key),
  ]
  expect(publicKeys.filter((key) => places(key).filter(Boolean).length !== 1)).toEqual([])
})

const same = new Set(['sections', 'groups', 'cards'] as const)

describe.each(languageCodes.filter((code) => code !== 'en'))('the words of %s', (code) => {
  it('are complete and not in English', async () => {
    const [en, words] = await Promise.all([loadWords('en'), loadWords(code)])
    for (const part of same) {
      for (const [id, text] of Object.entries(words[part])) {
        expect(text.trim()).not.toBe('')
        expect([id, text]).not.toEqual([id, Object.entries(en[part]).find(([other]) => other === id)?.[1]])
      }
    }
    for (const key of shownKeys) {
      const [label, hint] = words.settings[key]
      const [enLabel, enHint] = en.settings[key]
      expect([label === '', label === enLabel, key]).toEqual([false, false, key])
      expect([key, hint === '']).toEqual([key, enHint === ''])
      if (hint !== '') expect(hint).not.toBe(enHint)
    }
  })
})

it('finds a setting by its label, its explanation and its API name', async () => {
  const words = await loadWords('en')
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
