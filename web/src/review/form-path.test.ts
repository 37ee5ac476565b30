import { beforeAll, expect, it } from 'vitest'
import { words } from '../i18n/words.ts'
import { labelOf } from '../pages/inbounds/editor/labels.ts'
import { formPath } from './form-path.ts'

beforeAll(() => words.need('inbound-fields'))

it.each([
  ['streamSettings.realitySettings.serverNames[0]', 'streamSettings.realitySettings.serverNames'],
  ['streamSettings.externalProxy[1].dest', 'streamSettings.externalProxy[].dest'],
  ['port', 'port'],
])('%s is the field %s, which has a label', (path, field) => {
  expect(formPath(path)).toBe(field)
  expect(labelOf(formPath(path))).toMatch(/^field\./)
})
