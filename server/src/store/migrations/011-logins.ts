import type { Migration } from '../migrate.ts'

/**
 * `used_codes`: the newest time step for which a two-factor code was used, per secret. It is a table of its own because
 * a code is used up for every purpose, also for a secret that no login has used. `visitor_token`: the CSRF token that a
 * program fetched before login; blank for browser sessions.
 */
export const logins: Migration = {
  name: '011-logins',
  statements: ({ int }) => [
    `create table used_codes (secret text primary key, step ${int})`,
    'alter table users drop column totp_step',
    "alter table sessions add column visitor_token text not null default ''",
  ],
}
