import { describe, expect, test } from 'vitest'
import { ClientInput } from './client.ts'
import { PagedQuery } from './client-bodies.ts'

describe('a client as it arrives', () => {
  test.each([
    ['nulls are absent', { email: 'a', flow: null, reverse: null, tgId: null }, { email: 'a' }],
    ['foreign keys go', { email: 'a', alterId: 0, level: 0, encryption: 'none' }, { email: 'a' }],
    ['a blank text tgId is none', { tgId: '' }, { tgId: 0 }],
    ['a text tgId is its number', { tgId: '123' }, { tgId: 123 }],
    ['a record sent back: uuid is the identity', { id: 7, uuid: 'u-1' }, { id: 'u-1' }],
    ['a row number alone is no identity', { id: 7, email: 'a' }, { email: 'a' }],
    ['a blank identity gives way to uuid', { id: '', uuid: 'y' }, { id: 'y' }],
    ['a blank identity alone stays blank', { id: '' }, { id: '' }],
    ['the client form wins over a stray uuid', { id: 'x', uuid: 'y' }, { id: 'x' }],
    ['a null inside reverse is absent', { reverse: { tag: null } }, { reverse: {} }],
  ])('%s', (_name, input, output) => {
    expect(ClientInput.parse(input)).toEqual(output)
  })

  test.each([
    [{ totalGB: '5' }, 'totalGB'],
    [{ enable: 'yes' }, 'enable'],
    [{ tgId: 'me' }, 'tgId'],
    [{ email: 7 }, 'email'],
    [{ id: true }, 'id'],
    [{ expiryTime: Number.NaN }, 'expiryTime'],
  ])('%j is refused and names the field', (input, field) => {
    expect(ClientInput.safeParse(input).error?.issues[0]?.path).toEqual([field])
  })
})

test('a page query has defaults and takes blanks', () => {
  expect(
    PagedQuery.parse({ page: '', pageSize: '9999', search: '', inbound: '3', autoRenew: 'true' }),
  ).toEqual({
    page: 1,
    pageSize: 200,
    search: '',
    inbound: '3',
    autoRenew: true,
  })
  expect(PagedQuery.parse({})).toEqual({ page: 1, pageSize: 25 })
})
