import type { Settings } from '#contract/settings.ts'
import type { SessionRow } from '../../auth/sessions.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Action } from '../../store/audit/trail.ts'
import type { countedIn } from '../facts.ts'

export type Counted = Awaited<ReturnType<typeof countedIn>>

export interface Prepared {
  counted: Counted
  /** Schema steps that were applied. */
  migrated: string[]
  settings: Settings
}

/** What is written into a database before it is restored. */
export interface Note {
  actor: Actor
  action: Action
  /** The session that stays, if there is one; all others end. `as they are` is for a state of a moment ago. */
  sessions: 'as they are' | SessionRow | undefined
}

/** Brings a database file that nobody uses up to date, writes the note into it if there is one, and says what it holds. */
export type Prepare = (file: string, note?: (counted: Counted) => Note) => Promise<Prepared>
