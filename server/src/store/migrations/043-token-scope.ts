import type { Migration } from '../migrate.ts'

/** What a token may call, and the hash by which the centre that uses a join string is known again; blank before its first use. */
export const tokenScope: Migration = {
  name: '043-token-scope',
  statements: () => [
    "alter table api_tokens add column scope text not null default 'admin'",
    "alter table api_tokens add column centre text not null default ''",
  ],
}
