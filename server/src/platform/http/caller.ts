import type { Later } from '../maybe-async.ts'

/** Who is calling, as far as a credential proves it. */
export type Caller =
  | { kind: 'anonymous' }
  | {
      kind: 'user'
      userId: number
      username: string
      /** Hash under which the session is stored. */
      sessionId: string
      epoch: number
      csrfToken: string
      /** The token of before the login, for programs only; blank where a browser logged in. */
      visitorToken: string
      expiresAt: number
    }
  | { kind: 'token'; userId: number; username: string; tokenId: number; tokenName: string }

export type Known = Exclude<Caller, { kind: 'anonymous' }>

/** Who stands behind a change, for the audit trail. Jobs, the bot and the command line have no caller. */
export interface Actor {
  kind: 'user' | 'token' | 'job' | 'bot' | 'cli' | 'anonymous'
  name: string
  address: string
}

export function actorOf(caller: Caller, address: string): Actor {
  if (caller.kind === 'anonymous') return { kind: 'anonymous', name: '', address }
  return { kind: caller.kind, name: caller.kind === 'token' ? caller.tokenName : caller.username, address }
}

/** What `http` needs to know of sessions and tokens; the auth room provides it. */
export interface Identify {
  bySession(cookie: string): Later<Extract<Caller, { kind: 'user' }> | null>
  byBearer(token: string): Later<Extract<Caller, { kind: 'token' }> | null>
}
