import { beforeAll, expect, it } from 'vitest'
import type { Field } from '#domain/inbounds/form/field.ts'
import { formTable } from '#domain/inbounds/form/table.ts'
import { outboundTable } from '#domain/outbounds/form/table.ts'
import { messagesOf } from '#test/catalogue.ts'
import { words } from '../../../i18n/words.ts'
import { outboundLabel } from '../../network/outbounds/outbound-words.ts'
import { labelOf } from './labels.ts'

beforeAll(() => words.need('inbound-fields', 'network-outbounds'))

/** Shown through its fields, or drawn by hand. */
const isHidden = ({ path, kind }: Field, table: readonly Field[]) =>
  path.startsWith('settings.fallbacks') ||
  (kind === 'block' && table.some((other) => other.path.startsWith(`${path}.`)))

it('every field of an inbound has a word: its key is for those who ask for it', () => {
  const nameless = formTable.filter((f) => !isHidden(f, formTable) && labelOf(f.path) === undefined)
  expect(nameless.map(({ path }) => path)).toEqual([])
})

it('every field of an outbound has one, too', () => {
  const nameless = outboundTable.filter(
    (f) => !isHidden(f, outboundTable) && outboundLabel(f.path, f.protocol?.[0]) === undefined,
  )
  expect(nameless.map(({ path }) => path)).toEqual([])
  expect(outboundLabel('settings.address', 'wireguard')).not.toBe(outboundLabel('settings.address', 'vless'))
})

it('no word is without a field', () => {
  const used = new Set<string | undefined>([
    ...[...formTable, ...outboundTable].map(({ path }) => labelOf(path)),
    ...outboundTable.map(({ path }) => outboundLabel(path, undefined)),
    ...['streamSettings.network', 'streamSettings.security'].map(labelOf), // drawn by hand
  ])
  const named = Object.keys(messagesOf('en', 'app')).filter((key) => /^(outbounds\.)?field\./.test(key))
  const hints = /Hint$|\.unlimited$/
  expect(named.filter((key) => !used.has(key) && !hints.test(key))).toEqual([])
})
