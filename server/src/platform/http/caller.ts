import type { MaybeAsync } from '../maybe-async.ts'

/** Who is calling, as proven by a credential. */
export type Caller =
  | { kind: 'anonymous' }
  | {
      kind: 'user'
      userId: number
      username: string
      /** The hash under which the session is stored. */
      sessionId: string
      epoch: number
      csrfToken: string
      /** The CSRF token from before the login, for programs only; blank for a browser. */
      visitorToken: string
      expiresAt: number
    }
  | {
      kind: 'token'
      userId: number
      username: string
      tokenId: number
      tokenName: string
      /** The token of a join string: a central panel calls. */
      isCentre: boolean
    }

export type Known = Exclude<Caller, { kind: 'anonymous' }>

/** Who made a change, for the audit log. Jobs, the bot and the CLI have no caller. */
export interface Actor {
  kind: 'user' | 'token' | 'job' | 'bot' | 'cli' | 'anonymous'
  name: string
  address: string
}

export function actorOf(caller: Caller, address: string): Actor {
  if (caller.kind === 'anonymous') return { kind: 'anonymous', name: '', address }
  return { kind: caller.kind, name: caller.kind === 'token' ? caller.tokenName : caller.username, address }
}

/** What a token with a narrower scope is judged by. */
export interface AskedAs {
  inFleetScope: boolean
  /** What the centre sent to be known by; blank if nothing. */
  centre: string
}

/** What `http` needs from sessions and tokens; the auth room provides it. */
export interface Identify {
  bySession(cookie: string): MaybeAsync<Extract<Caller, { kind: 'user' }> | null>
  byBearer(token: string, asked: AskedAs): MaybeAsync<Extract<Caller, { kind: 'token' }> | null>
}
