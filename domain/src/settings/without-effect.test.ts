import { expect, test } from 'vitest'
import { isSettingKey, settingKeys } from '#contract/settings.ts'
import { hasNoEffect, noEffectYet } from './matters.ts'

test('names the changed keys that nothing acts on, and only those', () => {
  expect(noEffectYet([])).toBeUndefined()
  expect(noEffectYet(['webPort', 'subEnable', 'externalTrafficInformURI'])).toBeUndefined()
  expect(noEffectYet(['webPort', 'panelOutbound', 'subThemeDir'])).toBe(
    'Saved, but without an effect in this version: panelOutbound, subThemeDir.',
  )
})

test('only single settings are in the table', () => {
  const idle = settingKeys.filter(hasNoEffect)
  expect(idle.every(isSettingKey)).toBe(true)
  expect(idle.filter((key) => /^(tg|smtp|ldap|warp$|nord$)/.test(key))).toEqual([])
  for (const key of ['panelOutbound', 'subThemeDir', 'warpUpdateInterval'] as const)
    expect(idle).toContain(key)
})
