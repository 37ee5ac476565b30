import { expect, it } from 'vitest'
import { coded } from '#domain/refusal.ts'
import { silentLog } from '../../platform/log.ts'
import type { MadeChange } from '../../store/changes/change.ts'
import type { Commit } from '../../store/changes/commit.ts'
import { createSharing, createWarnings } from './warnings.ts'

const day = 86_400_000

it('warnings of the leader are known to the others, for a day, and told once a minute', async () => {
  let now = 1_000_000
  let others: string[] = []
  const told: MadeChange[] = []
  const commit = (async (by, work) => {
    const { change } = await work({} as never, {} as never, async () => {})
    told.push({ ...change, by } as MadeChange)
  }) as Commit
  const parts = (warnings: ReturnType<typeof createWarnings>) => ({
    ...{ commit, warnings, now: () => now, log: silentLog, instance: { others: () => others as never[] } },
    heartbeat: { figures: () => [], take: () => {} },
  })
  const [mine, theirs] = [createWarnings(() => now), createWarnings(() => now)]
  const [leader, other] = [createSharing(parts(mine)), createSharing(parts(theirs))]
  leader.beaten()
  mine.note(7, coded('node.strangers', { count: 2 }))
  leader.beaten()
  expect(told).toEqual([]) // nobody is there to hear it

  others = ['another']
  leader.beaten()
  leader.beaten()
  now += 61_000
  leader.beaten()
  await Promise.resolve()
  expect(told).toHaveLength(2)
  for (const change of told) if (change.kind === 'nodes-reported') other.take(change)
  expect(theirs.of(7)).toEqual({ code: 'node.strangers', params: { count: 2 } })
  now += day
  expect([theirs.of(7), theirs.all()]).toEqual([undefined, []])
})
