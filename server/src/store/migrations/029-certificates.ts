import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

/**
 * Certificates by ACME with their keys, the accounts at the authorities, and what was tried lately: an authority counts
 * failures, so the panel does not forget them with a restart or a deleted certificate (ADR 117).
 */
export const certificates: Migration = {
  name: '029-certificates',
  statements: ({ id, int }) => [
    `create table certificates (${id}, names ${text}, method ${text}, directory ${text}, profile ${text},
      fullchain ${text}, private_key ${text}, not_before ${int}, not_after ${int}, revoked_at ${int}, renew_at ${int},
      failures ${int}, last_error ${text}, last_error_at ${int}, busy_until ${int}, challenges ${text},
      wanted_use ${text}, created_at ${int})`,
    `create table acme_accounts (directory text not null primary key, private_key ${text}, url ${text}, terms ${text},
      created_at ${int})`,
    `create table certificate_attempts (${id}, at ${int}, names ${text}, issued ${int})`,
    'create index idx_certificate_attempts_at on certificate_attempts (at)',
  ],
}
