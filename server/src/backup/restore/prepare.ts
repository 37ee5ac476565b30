import type { Settings } from '#contract/settings.ts'
import type { Action } from '../../platform/audit/trail.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { countedIn } from '../facts.ts'

export type Counted = Awaited<ReturnType<typeof countedIn>>

export interface Prepared {
  counted: Counted
  /** Schema steps that were applied. */
  migrated: string[]
  settings: Settings
}

/** Brings a database file that nobody uses up to date, stores an audit row in it if asked, and says what it holds. */
export type Prepare = (
  file: string,
  note?: (counted: Counted) => { actor: Actor; action: Action },
) => Promise<Prepared>
