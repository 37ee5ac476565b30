import { describe, expect, test } from 'vitest'
import { pickTag, tagAfterUpdate } from './tag.ts'

const source = { listen: '', port: 443, layers: ['tcp'] as const }
const free = () => false
const taken =
  (...tags: string[]) =>
  (tag: string) =>
    tags.includes(tag)

describe('tags (decision 39)', () => {
  test.each([
    [undefined, source, free, 'inbound-443'],
    ['', { ...source, listen: '0.0.0.0' }, free, 'inbound-443'],
    ['', { ...source, listen: '10.0.0.1' }, free, 'inbound-10.0.0.1:443'],
    ['mine', source, free, 'mine'],
    ['mine', source, taken('mine'), 'inbound-443'],
    ['', source, taken('inbound-443'), 'inbound-443-tcp'],
    ['', { ...source, layers: ['tcp', 'udp'] as const }, taken('inbound-443'), 'inbound-443-mixed'],
    ['', source, taken('inbound-443', 'inbound-443-tcp', 'inbound-443-tcp-2'), 'inbound-443-tcp-3'],
  ])('%j for %j', (given, from, isTaken, tag) => {
    expect(pickTag(given, from, isTaken)).toBe(tag)
  })
  test('a hundred names later it is refused', () => {
    expect(() => pickTag('', source, () => true)).toThrow(expect.objectContaining({ field: 'tag' }))
  })
  test.each(['a>b', 'a\nb', 'x'.repeat(255)])('%j is refused', (tag) => {
    expect(() => pickTag(tag, source, free)).toThrow(expect.objectContaining({ field: 'tag' }))
  })

  const moved = { ...source, port: 8443 }
  test.each([
    ['blank keeps', { ...source, tag: 'mine' }, '', source, 'mine'],
    ['blank keeps a name of the operator when the port moves', { ...source, tag: 'mine' }, '', moved, 'mine'],
    [
      'blank follows the port where we had made it',
      { ...source, tag: 'inbound-443-tcp' },
      undefined,
      moved,
      'inbound-8443',
    ],
    [
      'an echoed tag is kept though the port moves',
      { ...source, tag: 'inbound-443' },
      'inbound-443',
      moved,
      'inbound-443',
    ],
    ['a new one is taken', { ...source, tag: 'mine' }, 'yours', source, 'yours'],
  ])('%s', (_name, stored, given, next, tag) => {
    expect(tagAfterUpdate(stored, given, next, free)).toBe(tag)
  })
})

describe('tags of the panel itself', () => {
  const source = { listen: '', port: 443, layers: ['tcp'] as const }
  const none = () => false
  test.each([
    'api',
    'API',
    'metrics',
    'metrics_out',
    'sluice-refused',
    'front-x',
    'untagged-inbound-1',
    'mine',
  ])('%s is refused, on add and on update', (tag) => {
    const refusal = expect.objectContaining({ name: 'Refusal', field: 'tag' })
    expect(() => pickTag(tag, source, none, ['mine'])).toThrow(refusal)
    expect(() => tagAfterUpdate({ ...source, tag: 'x' }, tag, source, none, ['mine'])).toThrow(refusal)
  })
  test.each(['api-1', 'my-api', 'metric', 'inbound-443', 'frontend'])('%s is taken', (tag) => {
    expect(pickTag(tag, source, none)).toBe(tag)
  })
})
