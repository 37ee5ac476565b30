import { expect, it } from 'vitest'
import type { OutboundSources } from './outbounds.ts'
import { outboundFacts } from './outbounds.ts'

const config = {
  outbounds: [{ tag: 'direct' }, { tag: 'a-1' }, { tag: 'a-2' }],
  routing: {
    balancers: [
      { tag: 'open', selector: ['a-'], fallbackTag: 'sluice-dead-end' },
      { tag: 'led', selector: ['a-1'], fallbackTag: 'direct' },
    ],
  },
}

/** Only what is read of the core and of its observatory. */
const sourcesOf = (running: unknown, watched: string[], down: string[]) =>
  ({
    core: { connected: () => running },
    coreMetrics: { observatory: () => watched.map((tag) => ({ tag })) },
    outboundWatch: { down: () => down },
  }) as unknown as OutboundSources

it('has members and fallbacks of balancers as they run, and who is down', () => {
  expect(outboundFacts(sourcesOf({ config }, ['a-1', 'a-2'], ['a-2', 'gone']))).toEqual({
    watched: ['a-1', 'a-2'],
    down: ['a-2'],
    balancers: [
      { tag: 'open', members: ['a-1', 'a-2'], fallback: '' },
      { tag: 'led', members: ['a-1'], fallback: 'direct' },
    ],
  })
})

it('knows nothing without an observatory, or without a core', () => {
  expect(outboundFacts(sourcesOf({ config }, [], []))).toBeUndefined()
  expect(outboundFacts(sourcesOf(undefined, ['a-1'], []))).toBeUndefined()
})
