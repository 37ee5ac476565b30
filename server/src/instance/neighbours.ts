import { createSerial } from '../platform/db/serial.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { type ChangeLog, gapMs, type Told } from '../store/changes/change-log.ts'
import type { Look, Tx } from '../store/open.ts'
import type { Instance } from './instance.ts'
import type { LeaseLeadership } from './leadership.ts'

interface Deps {
  instance: Pick<Instance, 'beat' | 'away'>
  leadership: Pick<LeaseLeadership, 'beat' | 'asLeader'>
  changes: ChangeLog
}

/** What the rooms do about other instances. */
export interface OnRemoteChange {
  /** Another instance wrote something. */
  apply(told: Told): Promise<void>
  /** Something was missed: everything that is remembered is read anew. */
  refresh(): Promise<void>
  /** Drops what is remembered and decides in a transaction; `names`: also what is known by a client's name. */
  drop(names: boolean): void
  /** Reads other rows that instances have for each other. */
  readOthers(): Promise<void>
}

const everyMs = 1_000
const nobody: OnRemoteChange = {
  apply: async () => {},
  refresh: async () => {},
  drop: () => {},
  readOthers: async () => {},
}

/** The life of this instance beside others on one PostgreSQL: it says that it lives, leads or follows, and listens. */
export function createNeighbours({ instance, leadership, changes }: Deps) {
  const serial = createSerial()
  let rooms = nobody
  let cursor = 0
  /** What others wrote up to here has been dropped from memory. */
  let dropped = 0

  async function catchUp(): Promise<void> {
    cursor = await changes.newest()
    dropped = cursor
    rooms.drop(true)
    await rooms.refresh()
  }

  async function listen(): Promise<void> {
    for (let more = true; more; ) {
      const news = await changes.after(cursor)
      more = news.cursor > cursor
      cursor = news.cursor
      if (cursor > dropped) {
        if (news.told.length > 0) rooms.drop(news.told.some(({ names }) => names))
        dropped = cursor
      }
      for (const told of news.told) await rooms.apply(told)
    }
  }

  async function run(): Promise<void> {
    await instance.beat()
    await leadership.beat()
    await (instance.away() > gapMs ? catchUp() : listen())
    await rooms.readOthers()
  }

  return {
    onRemoteChange(given: OnRemoteChange): void {
      rooms = given
    },
    /** In the transaction in which this instance enters: from here on others tell it everything. */
    async enter(tx: Tx): Promise<void> {
      cursor = await changes.newest(tx)
      dropped = cursor
    },
    /** At the start of every write transaction: what another instance wrote must not be overlooked in a decision. */
    beforeWrite: {
      question: () => changes.glance.sql(dropped),
      answered(found) {
        const news = changes.glance.read(found)
        if (!news) return
        dropped = news.cursor
        rooms.drop(news.names)
      },
    } satisfies Look,
    job: { name: 'instances', everyMs, run: () => serial(run) } satisfies Job,
  }
}
