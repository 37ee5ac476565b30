import { expect, it } from 'vitest'
import { createHandshakes } from './handshakes.ts'

const ann = '11111111-1111-4111-8111-111111111111'
const old = '22222222-2222-4222-8222-222222222222'
const refused = (address: string, id: string) =>
  `2026/11/19 03:18:32.556716 from ${address}:5000 rejected  proxy/vless/encoding: invalid request user id: ${id}`

it("is a client's by its own key, or by an address that it has used; the last one counts", () => {
  let now = 10
  const { onLine, lastOf } = createHandshakes(() => now)
  onLine(refused('203.0.113.7', old))
  expect(lastOf(ann, ['203.0.113.7'], 0)).toEqual({ at: 10, address: '203.0.113.7', why: 'key', name: '' })
  expect([lastOf(ann, [], 0), lastOf(ann, ['203.0.113.8'], 0), lastOf(ann, ['203.0.113.7'], 10)]).toEqual([
    ...[undefined, undefined, undefined],
  ])
  now = 20
  onLine(refused('198.51.100.1', ann))
  expect(lastOf(ann, ['203.0.113.7'], 0)).toMatchObject({ at: 20, why: 'own', address: '198.51.100.1' })
})

it('forgets the oldest of many', () => {
  const { onLine, lastOf } = createHandshakes(() => 1)
  const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
  for (let n = 0; n < 5_000; n++) onLine(refused(address(n), old))
  expect(lastOf('', [address(0)], 0)).toBeUndefined()
  expect(lastOf('', [address(4_999)], 0)).toBeDefined()
})
