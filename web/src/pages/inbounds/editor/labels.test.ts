import { expect, it } from 'vitest'
import type { Field } from '#domain/inbounds/form/field.ts'
import { formTable } from '#domain/inbounds/form/table.ts'
import { outboundTable } from '#domain/outbounds/form/table.ts'
import { outboundLabel } from '../../network/outbounds/outbound-words.ts'
import { labelOf } from './labels.ts'

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
