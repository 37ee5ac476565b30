import { expect, it } from 'vitest'
import { abilitiesOf } from './app-abilities.ts'

it.each([
  ['clash.meta/v1.19.30', true],
  ['clash.meta/1.19.26', true],
  ['mihomo/1.20.0', true],
  ['clash.meta/1.19.24', false],
  ['clash.meta/alpha-1a2b3c', false],
  ['clash-verge/v2.4.2', false],
  ['SFA/1.14.1 (Build 612; sing-box 1.14.1; language en_US)', true],
  ['SFA/1.14.0 (sing-box 1.14.0-alpha.3)', false],
  ['SFI/1.12.9 (Build 3; sing-box 1.12.9; language de)', false],
  ['sing-box/1.15.0-beta.1', true],
  ['', false],
])('"%s" reads Gecko: %s', (userAgent, gecko) => {
  expect(abilitiesOf(userAgent)).toMatchObject({ gecko })
})
