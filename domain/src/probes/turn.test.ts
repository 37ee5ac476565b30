import { expect, it } from 'vitest'
import { afterTurn, type CallMemory, judgeTurn, type Turn } from './turn.ts'

const fresh: CallMemory = { sequence: 0, next: 'n0', former: '', recent: [] }

/** A panel that gives n1, n2, … */
function panel() {
  let memory = fresh
  return {
    call(turn: Turn) {
      const verdict = judgeTurn(memory, turn)
      if (verdict === 'good') memory = afterTurn(memory, turn, `n${turn.sequence}`)
      return verdict
    },
    next: () => memory.next,
  }
}
const turn = (sequence: number, next: string, hash = `${sequence} ${next}`): Turn => ({
  sequence,
  next,
  hash,
})

it('goes on from answer to answer, also when answers are lost', () => {
  const { call, next } = panel()
  expect(call(turn(1, next()))).toBe('good')
  const kept = next()
  expect(call(turn(2, kept))).toBe('good') // its answer is lost
  expect(call(turn(2, kept))).toBe('repeated')
  expect(call(turn(3, kept))).toBe('good') // lost again
  expect(call(turn(4, kept))).toBe('good')
  expect(call(turn(5, next()))).toBe('good')
})

it('a repetition changes nothing, however late', () => {
  const { call, next } = panel()
  const first = turn(1, next())
  for (let n = 1; n <= 40; n++) expect(call(turn(n, next(), n === 1 ? first.hash : undefined))).toBe('good')
  expect(call(first)).toBe('repeated')
  expect(call(turn(41, next()))).toBe('good')
})

it.each([
  ['the thief calls next', [turn(4, 'n3', 'thief'), turn(4, 'n3', 'owner')]],
  ['the owner calls next', [turn(4, 'n3', 'owner'), turn(4, 'n3', 'thief')]],
  ['the thief calls twice', [turn(4, 'n3', 't1'), turn(5, 'n4', 't2'), turn(4, 'n3', 'owner')]],
  ['the thief is late', [turn(4, 'n3', 'o1'), turn(5, 'n4', 'o2'), turn(4, 'n3', 'thief')]],
  ['the thief is late and counts on', [turn(4, 'n3', 'o1'), turn(5, 'n4', 'o2'), turn(6, 'n3', 'thief')]],
  [
    'the thief takes the place of a lost answer',
    [turn(4, 'n3', 'o1'), turn(5, 'n3', 't'), turn(5, 'n4', 'o2')],
  ],
  ['the thief skips numbers', [turn(100, 'n3', 'thief')]],
])('two machines are noticed: %s', (_, calls) => {
  const { call, next } = panel()
  for (let n = 1; n <= 3; n++) call(turn(n, next()))
  const verdicts = calls.map(call)
  expect(verdicts.at(-1)).toBe('two-callers')
  expect(verdicts.slice(0, -1).every((verdict) => verdict === 'good')).toBe(true)
})
