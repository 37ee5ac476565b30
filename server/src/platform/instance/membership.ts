import { type ChangeLog, createChangeLog } from '../changes/change-log.ts'
import type { Tx, WritableDb } from '../db/open.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { createInstance, type Instance } from './instance.ts'
import { createLeadership, type Leadership, soleLeader } from './leadership.ts'
import { createLeaseStore } from './lease-store.ts'
import { createNeighbours, type Hearing } from './neighbours.ts'

interface Deps {
  db: WritableDb
  id: string
  name: string
  version: string
  now: () => number
  log: Log
}

/** This process as a member of those that run on one database. */
export interface Membership {
  instance: Instance
  leadership: Leadership
  changes: ChangeLog
  /** SQLite needs none: one data folder, one instance. */
  jobs: readonly Job[]
  /** Rooms hear of the others from now on. */
  listenWith(rooms: Hearing): void
  leave(how: { coreEnded: boolean }): Promise<void>
}

/** Enters the database, in one transaction with `also`. */
export async function becomeMember(deps: Deps, also: (tx: Tx) => Promise<void>): Promise<Membership> {
  const { db, id, log } = deps
  const instance = createInstance(deps)
  const changes = createChangeLog(db, id)
  if (db.engine === 'sqlite') {
    await instance.enter(also)
    return {
      instance,
      leadership: soleLeader(),
      changes,
      jobs: [],
      listenWith: () => {},
      leave: instance.leave,
    }
  }
  const leadership = createLeadership({ store: createLeaseStore(db, id), log })
  const neighbours = createNeighbours({ instance, leadership, changes })
  await instance.enter(async (tx) => {
    await also(tx)
    await neighbours.enter(tx)
  })
  db.beforeEachWrite(neighbours.beforeWrite)
  await leadership.beat() // a panel that is alone leads from the start
  return {
    instance,
    leadership,
    changes,
    jobs: [neighbours.job],
    listenWith: neighbours.listenWith,
    async leave(how) {
      await leadership.resign()
      await instance.leave(how)
    },
  }
}
