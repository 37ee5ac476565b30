import { expect, test } from 'vitest'
import { isSettingKey, settingKeys } from '#contract/settings.ts'
import { hasNoEffect, noEffectYet } from './without-effect.ts'

test('names the changed keys that nothing acts on, and only those', () => {
  expect(noEffectYet([])).toBeUndefined()
  expect(noEffectYet(['webPort', 'subEnable', 'externalTrafficInformURI'])).toBeUndefined()
  expect(noEffectYet(['webPort', 'panelOutbound', 'ldapEnable', 'warp'])).toBe(
    'Saved, but without an effect in this version: panelOutbound, ldapEnable, warp.',
  )
})

test('directory and the single ones are in the table', () => {
  const idle = settingKeys.filter(hasNoEffect)
  expect(idle.every(isSettingKey)).toBe(true)
  for (const key of settingKeys) if (/^ldap/.test(key)) expect([key, hasNoEffect(key)]).toEqual([key, true])
  for (const key of ['panelOutbound', 'subThemeDir', 'subIncyEnableRouting'] as const)
    expect(idle).toContain(key)
})
