import { beforeAll, expect, it } from 'vitest'
import type { Translate } from '../i18n/translate.ts'
import { words } from '../i18n/words.ts'
import { clientWords } from './client-words.ts'
import { wordsBy } from './field-words.ts'
import { inboundWords } from './inbound-words.ts'
import { templateWords } from './template-words.ts'

const t = ((key: string) => `<${key}>`) as Translate // names are enough here

beforeAll(() => words.need('inbound-fields'))

it('names the fields of a client as its form does, and writes their values in words', () => {
  const form = clientWords(t)
  expect(form.label('totalGB')).toBe('<clientForm.quota>')
  expect(form.label('uuid')).toBe('UUID')
  expect(form.value('expiryTime', { kind: 'never' })).toBe('<clients.never>')
  expect(form.value('speedDown', { kind: 'own', mbit: 5 })).toBe('5 Mbit/s')
  expect(form.value('enable', false)).toBe('<conflict.off>')
  expect(form.value('inboundIds', ['1', '2'])).toBe('1, 2')
})

it('names the fields inside the blocks of an inbound', () => {
  const form = inboundWords(t)
  expect(form.blocks).toContain('streamSettings')
  expect(form.label('streamSettings.realitySettings.target')).toBe('<field.target>')
  expect(form.label('streamSettings.xhttpSettings.extra')).toBe('extra')
})

it('names settings as given and sections of the template as the tabs', () => {
  expect(wordsBy(t, (key) => (key === 'webPort' ? 'Panel port' : undefined)).label('webPort')).toBe(
    'Panel port',
  )
  expect(templateWords(t).label('routing')).toBe('<network.routing>')
  expect(templateWords(t).label('log')).toBe('log')
  expect(templateWords(t).value('log', '')).toBe('∅')
})
