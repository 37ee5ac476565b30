import { expect, test } from 'vitest'
import { isSettingKey, settingKeys } from '#contract/settings.ts'
import { hasNoEffect, noEffectYet } from './without-effect.ts'

test('names the changed keys that nothing acts on, and only those', () => {
  expect(noEffectYet([])).toBeUndefined()
  expect(noEffectYet(['webPort', 'subEnable', 'externalTrafficInformURI'])).toBeUndefined()
  expect(noEffectYet(['webPort', 'panelOutbound', 'smtpHost', 'tgBotToken'])).toBe(
    'Saved, but without an effect in this version: panelOutbound, smtpHost, tgBotToken.',
  )
})

test('bot, mail and the single ones are in the table', () => {
  const idle = settingKeys.filter(hasNoEffect)
  expect(idle.every(isSettingKey)).toBe(true)
  for (const key of settingKeys)
    if (/^(tg|smtp)/.test(key)) expect([key, hasNoEffect(key)]).toEqual([key, true])
  expect(idle.filter((key) => /^(ldap|warp$|nord$)/.test(key))).toEqual([])
  for (const key of [
    'panelOutbound',
    'subThemeDir',
    'subIncyEnableRouting',
    'outboundDownThreshold',
  ] as const)
    expect(idle).toContain(key)
})
