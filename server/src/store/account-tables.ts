import type { Bool, Id, Int, Text } from './column-types.ts'

/** Who may come in: users, their sessions and codes, and tokens. */
export interface AccountTables {
  users: { id: Id; username: string; password: string; login_epoch: Int; password_made: Bool }
  api_tokens: {
    id: Id
    name: string
    token: string
    enabled: Bool
    created_at: Int
    last_used_at: Int
    /** `admin` or `fleet` (`contract/src/fleet-scope.ts`). */
    scope: Text
    /** Hashed; blank until a centre uses the token of a join string. */
    centre: Text
  }
  used_codes: { secret: string; step: number }
  /** Both hashed. */
  recovery_codes: { code: string; secret: string }
  sessions: {
    id: string
    user_id: number
    login_epoch: Int
    csrf_token: string
    visitor_token: Text
    address: Text
    user_agent: Text
    created_at: Int
    expires_at: Int
  }
}
