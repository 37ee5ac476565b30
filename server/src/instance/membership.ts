import type { InstanceState } from '#contract/jobs-api.ts'
import type { Clock } from '../platform/clock.ts'
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import { type ChangeLog, createChangeLog } from '../store/changes/change-log.ts'
import type { Tx, WritableDb } from '../store/open.ts'
import { createInstance, type Instance } from './instance.ts'
import { createLeadership, type Leadership, soleLeader } from './leadership.ts'
import { createLeaseStore } from './lease-store.ts'
import { createNeighbours, type OnRemoteChange } from './neighbours.ts'

interface Deps extends Clock {
  log: Log
  db: WritableDb
  id: string
  name: string
  version: string
  timers?: Timers | undefined
}

/**
 * This process as a member of those that run on one database. Owns the tables `instances` and `leases`. Offers who
 * leads, who else runs, and news of what the others wrote.
 */
export interface Membership {
  instance: Instance
  leadership: Leadership
  changes: ChangeLog
  /** How the life beside others goes; nothing to say on SQLite. */
  states: Jobs['states']
  /** Every instance that runs, by name; this one too. */
  list(): Promise<InstanceState[]>
  /** What happens every second. */
  lookAround(): Promise<void>
  /** Rooms hear of the others from now on. */
  onRemoteChange(rooms: OnRemoteChange): void
  leave(how: { coreEnded: boolean }): Promise<void>
}

/** Enters the database, in one transaction with `also`. */
export async function becomeMember(deps: Deps, also: (tx: Tx) => Promise<void>): Promise<Membership> {
  const { db, id, name, version, log } = deps
  const instance = createInstance(deps)
  const changes = createChangeLog(db, id)
  const self = () => ({ id, name, version, startedAt: instance.startedAt(), self: true })
  if (db.engine === 'sqlite') {
    await instance.enter(also)
    return {
      instance,
      leadership: soleLeader(),
      changes,
      states: () => [],
      list: async () => [{ ...self(), leads: true }],
      lookAround: async () => {},
      onRemoteChange: () => {},
      leave: instance.leave,
    }
  }
  const store = createLeaseStore(db, id)
  const leadership = createLeadership({ store, fenced: db.fenced, log })
  const neighbours = createNeighbours({ instance, leadership, changes })
  await instance.enter(async (tx) => {
    await also(tx)
    await neighbours.enter(tx)
  })
  db.beforeEachWrite(neighbours.beforeWrite)
  await leadership.beat() // a panel that is alone leads from the start
  // Not among the panel's other jobs: it lives from here on, whether they have started or not.
  const life = createJobs({ log, clock: deps.now, ...(deps.timers && { timers: deps.timers }) })
  life.add(neighbours.job)
  life.start()
  return {
    instance,
    leadership,
    changes,
    states: life.states,
    async list() {
      const holder = await store.holder()
      const others = (await instance.beside()).map((other) => ({ ...other, self: false }))
      return [self(), ...others]
        .map((one) => ({ ...one, leads: one.id === holder }))
        .toSorted((a, b) => (`${a.name} ${a.id}` < `${b.name} ${b.id}` ? -1 : 1))
    },
    lookAround: neighbours.job.run,
    onRemoteChange: neighbours.onRemoteChange,
    async leave(how) {
      await life.stop()
      await leadership.resign()
      await instance.leave(how)
    },
  }
}
