import { expect, it } from 'vitest'
import { entryStages } from '#contract/entries-api.ts'
import { reportedCodes } from '#contract/probes-api.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { outcomeOf, reportedOf } from './reported.ts'
import type { EntryOutcome } from './state.ts'

const place = { address: 'a.example', port: 443 }

it('an outcome arrives as it was', () => {
  const reason = coded('other.said', { reason: 'i/o timeout' })
  const outcomes: EntryOutcome[] = [
    { isGood: true, latencyMs: 84, exitAddress: '2001:db8::7' },
    {
      isGood: false,
      stage: 'port',
      cause: coded('entry.port-closed', { host: 'a.example', port: 443, reason }),
    },
    { isGood: false, stage: 'tls', cause: coded('entry.tls-refused', { reason }) },
    { isGood: false, stage: 'reality', cause: coded('entry.reality-cover') },
    { isGood: false, stage: 'silent', cause: coded('entry.silent') },
  ]
  for (const outcome of outcomes) expect(outcomeOf(reportedOf(1, 'e', outcome), place)).toEqual(outcome)
})

it('every code has a stage and a sentence of ours, whatever is said with it', () => {
  for (const code of reportedCodes) {
    const outcome = outcomeOf([1, 'e', code, 'a\u0000b\n"c"'], place)
    if (outcome.isGood) throw new Error('it is good')
    expect(entryStages).toContain(outcome.stage)
    expect(inEnglish(outcome.cause)).not.toMatch(/[\p{Cc}"]/u)
  }
})

it('what is not known there is said as silence, and an address that is none is left out', () => {
  const odd: EntryOutcome = { isGood: false, stage: 'name', cause: coded('health.entries-off') }
  expect(reportedOf(1, 'e', odd)).toEqual([1, 'e', 'entry.silent', ''])
  expect(outcomeOf([1, 'e', 5, '<b>'], place)).toEqual({ isGood: true, latencyMs: 5, exitAddress: '' })
})
