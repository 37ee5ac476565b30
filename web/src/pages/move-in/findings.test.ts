import { expect, it } from 'vitest'
import type { MoveInFinding } from '#contract/move-in-api.ts'
import { saidOnce } from './findings.ts'

const found = (kind: MoveInFinding['kind'], subject: string, said: string): MoveInFinding => ({
  kind,
  subject,
  said,
  saidCoded: { code: 'x', params: {} },
})

it('says a sentence once, with everything that it is about', () => {
  const findings = [
    found('healed', 'ann', 'The email had spaces.'),
    found('left', 'wg', 'WireGuard peers cannot come.'),
    found('healed', 'bob', 'The email had spaces.'),
    found('healed', 'bob', 'The email had spaces.'),
    found('healed', '', 'The template had a comment.'),
  ]
  expect(saidOnce(findings, 'healed', ({ said }) => said)).toEqual([
    { text: 'The email had spaces.', subjects: ['ann', 'bob'] },
    { text: 'The template had a comment.', subjects: [] },
  ])
  expect(saidOnce(findings, 'note', ({ said }) => said)).toEqual([])
})
