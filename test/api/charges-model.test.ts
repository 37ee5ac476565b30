import { describe, expect, it } from 'vitest'
import { allAgrees, countersAgree } from '../charges/agree.ts'
import { begin, nextStep } from '../charges/steps.ts'
import { createChargesWorld } from '../charges/world.ts'
import { seed } from '../seed.ts'

// Random clients, inbounds, nodes and multipliers, with renames, moves, resets, deletions, crashes of the core and kills of
// the panel in the middle of a tick: what is charged is always the sum of bytes times the multiplier of their moment, to
// the hundredth of a byte. SLUICE_SEED repeats the histories from there.

const isLong = process.env.SLUICE_LONG === '1'
const histories = isLong ? 30 : 2
const length = isLong ? 400 : 120

describe.each([
  ['one server', false],
  ['a server and two nodes', true],
] as const)('the bytes of %s', (_, withNodes) => {
  it.each(Array.from({ length: histories }, (_, n) => seed + n))(
    'cost what they cost at their moment, in the history of seed %i',
    async (from) => {
      const world = await createChargesWorld(from, withNodes)
      try {
        await begin(world)
        for (let n = 0; n < length; n++) {
          const step = nextStep(world)
          await step(world)
          await countersAgree(world, `seed ${from}, step ${n}: ${step.name}`)
          if (n % 40 === 39) await allAgrees(world, `seed ${from}, everything after step ${n}`)
        }
        await world.tick()
        await allAgrees(world, `seed ${from}, the end`)
        expect(world.rules.waiting()).toEqual([])
      } finally {
        await world.stop()
      }
    },
  )
})
