import { expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { testHidden } from '#test/fixtures/inbound-cells.ts'
import { buildConfig } from './build.ts'
import { defaultTemplate } from './default-template.ts'
import { configPreview } from './preview.ts'

const build = (more: Block = {}) =>
  buildConfig({
    template: { ...defaultTemplate(), ...more },
    inbounds: [],
    fallbacks: [],
    apiListen: '/api.sock',
    hidden: testHidden,
  })
const rule = { type: 'field', domain: ['example.com'], outboundTag: 'blocked' }
const ruled = { routing: { domainStrategy: 'AsIs', rules: [rule] } }
const logged = { log: { loglevel: 'debug' } }

test('a rule is applied live, and nobody drops', () => {
  const stored = build({ routing: { domainStrategy: 'AsIs', rules: [] } })
  const { changes, impact } = configPreview({ stored, draft: build(ruled), running: stored })
  expect(changes).toMatchObject([{ path: expect.stringMatching(/^routing\.rules\[rule-/), after: rule }])
  expect(impact).toMatchObject({
    isRunning: true,
    restart: false,
    reasons: [],
    cuts: [],
    defaultRoute: false,
  })
})

test('what only a restart brings says why', () => {
  const stored = build()
  const { impact } = configPreview({ stored, draft: build(logged), running: stored })
  expect(impact).toMatchObject({ restart: true, reasons: [expect.stringContaining('log')], waiting: [] })
})

test('what waits for a restart already is not the doing of the draft', () => {
  const running = build()
  const { impact } = configPreview({ stored: build(logged), draft: build({ ...logged, ...ruled }), running })
  expect(impact).toMatchObject({ restart: false, reasons: [], waiting: [expect.stringContaining('log')] })
})

test('a core that does not run drops nobody', () => {
  const { impact } = configPreview({ stored: build(), draft: build(logged), running: undefined })
  expect(impact).toMatchObject({ isRunning: false, restart: false, reasons: [] })
})
