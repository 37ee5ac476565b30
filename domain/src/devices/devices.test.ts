import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClaim } from './claim.ts'
import { mostCounted, refusalHeaders, type Verdict, verdictOn, withoutId } from './verdict.ts'

describe('what an app says about its device', () => {
  const headers = {
    'x-hwid': ' 9F0E-1D2C ',
    'user-agent': 'Happ/3.1/android/5',
    'x-device-os': 'Android',
    'x-ver-os': '15',
    'x-device-model': 'Pixel 9',
  }

  test('is read from its headers', () => {
    expect(readClaim(headers)).toEqual({
      id: '9F0E-1D2C',
      userAgent: 'Happ/3.1/android/5',
      deviceOs: 'Android',
      osVersion: '15',
      deviceModel: 'Pixel 9',
    })
  })

  test.each(['', '12345', 'x'.repeat(257)])('%j is no id', (id) =>
    expect(readClaim({ ...headers, 'x-hwid': id })).toBeNull(),
  )

  test.each(['123456', 'x'.repeat(256), 'AP3A.240905.015.A2'])('%j is one', (id) =>
    expect(readClaim({ ...headers, 'x-hwid': id })?.id).toBe(id),
  )

  test('names in other scripts arrive as UTF-8, and odd bytes stay letters', () => {
    const sent = (bytes: Buffer) => readClaim({ ...headers, 'x-device-model': bytes.toString('latin1') })
    expect(sent(Buffer.from('Телефон Анны'))?.deviceModel).toBe('Телефон Анны')
    expect(sent(Buffer.from([0x50, 0xe9, 0xff]))?.deviceModel).toBe('Péÿ')
  })

  test('whatever is sent, texts are one line of at most 512 characters', () => {
    const any = fc.string({ unit: 'binary', maxLength: 3_000 })
    fc.assert(
      fc.property(any, any, (model, agent) => {
        const claim = readClaim({ 'x-hwid': 'abcdef', 'x-device-model': model, 'user-agent': agent })
        for (const text of [claim?.deviceModel ?? '', claim?.userAgent ?? '']) {
          expect(text.length).toBeLessThanOrEqual(512)
          expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u)
        }
      }),
    )
  })
})

describe('a device', () => {
  const rows: [string, Parameters<typeof verdictOn>[0], Verdict][] = [
    ['that is known is served', { limit: 1, known: { blocked: false }, taken: 1 }, 'served'],
    ['keeps its place below a lowered limit', { limit: 1, known: { blocked: false }, taken: 5 }, 'served'],
    ['that is blocked is refused', { limit: 3, known: { blocked: true }, taken: 0 }, 'blocked'],
    ['that is new gets a free place', { limit: 2, known: undefined, taken: 1 }, 'place free'],
    ['that is new finds no place', { limit: 2, known: undefined, taken: 2 }, 'too many'],
    ['of a client without a limit is served', { limit: 0, known: undefined, taken: 9 }, 'served'],
    [
      'of a client with a very high limit is not counted for ever',
      { limit: 10 ** 6, known: undefined, taken: mostCounted },
      'served',
    ],
  ]
  test.each(rows)('%s', (_, standing, verdict) => expect(verdictOn(standing)).toBe(verdict))

  test('without an id is served, unless the settings demand one', () => {
    expect([withoutId(false), withoutId(true)]).toEqual(['served', 'id missing'])
  })

  test('that is refused is told why, in headers that apps know', () => {
    expect(refusalHeaders('too many', '')).toEqual(
      ['X-Hwid-Active', 'X-Hwid-Limit', 'X-Hwid-Max-Devices-Reached'].flatMap((name) => [name, 'true']),
    )
    expect(refusalHeaders('id missing', 'Нет')).toEqual([
      ...['X-Hwid-Active', 'true', 'X-Hwid-Limit', 'true', 'X-Hwid-Not-Supported', 'true'],
      ...['Announce', `base64:${Buffer.from('Нет').toString('base64')}`],
    ])
  })
})
