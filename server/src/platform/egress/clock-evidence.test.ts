import { expect, it } from 'vitest'
import { createClockEvidence } from './clock-evidence.ts'
import { parseTarget } from './target.ts'

it('takes the middle of what several servers say, and forgets old answers', () => {
  let now = 1_800_000_000_000
  const evidence = createClockEvidence(() => now)
  const hear = (host: string, date: string) =>
    evidence.answered({ target: parseTarget(`https://${host}/`), headers: new Map([['date', date]]) })
  expect(evidence.offset()).toBeUndefined()
  hear('none.example', 'yesterday or so')
  expect(evidence.offset()).toBeUndefined()
  const at = (ms: number) => new Date(now + ms).toUTCString()
  hear('a.example', at(0))
  hear('liar.example', at(3_600_000))
  hear('b.example', at(-2_000))
  expect(evidence.offset()).toEqual({ offsetMs: 0, against: 'a.example' })
  now += 25 * 3_600_000
  expect(evidence.offset()).toBeUndefined()
  for (let i = 0; i < 50; i++) hear(`h${i}.example`, at(-60_000))
  expect(evidence.offset()?.offsetMs).toBe(60_000)
})
