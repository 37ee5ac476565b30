import type { Migration } from '../migrate.ts'

/**
 * `used_codes`: the newest time step of which a two-factor code was taken, for each secret. It stands beside the users
 * because a code is used up for every purpose, also for one that no login has seen.
 * `visitor_token`: the CSRF token that a program fetched before it logged in; blank for every session of a browser.
 */
export const logins: Migration = {
  name: '011-logins',
  statements: ({ int }) => [
    `create table used_codes (secret text primary key, step ${int})`,
    'alter table users drop column totp_step',
    "alter table sessions add column visitor_token text not null default ''",
  ],
}
