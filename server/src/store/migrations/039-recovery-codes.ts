import type { Migration } from '../migrate.ts'

/** One-time codes for a login without the authenticator app, hashed. They belong to one two-factor secret. */
export const recoveryCodes: Migration = {
  name: '039-recovery-codes',
  statements: () => ['create table recovery_codes (code text primary key, secret text not null)'],
}
