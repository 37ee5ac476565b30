import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { searchText } from '../search.ts'

/** Rows that hold more than ASCII: SQLite's own `lower` leaves those letters as they are. */
const foreign = {
  sqlite: 'length(cast(search_text as blob)) <> length(search_text)',
  postgres: 'octet_length(search_text) <> length(search_text)',
}

/**
 * What a search looks in, folded by our own rule on both engines and kept with the row. On SQLite an index in the
 * order of the rows holds it: a tenth of the table, and new clients are appended to it.
 */
export const clientSearch: Migration = {
  name: '005-client-search',
  statements: ({ engine }) => [
    "alter table clients add column search_text text not null default ''",
    "update clients set search_text = lower(email_key || '\n' || sub_id || '\n' || comment)",
    ...(engine === 'sqlite'
      ? ['drop index idx_clients_search', 'create index idx_clients_search on clients (id, search_text)']
      : []),
  ],
  async fill(tx, engine) {
    const rows = await tx
      .selectFrom('clients')
      .select(['id', 'email', 'sub_id', 'comment'])
      .where(sql.raw<boolean>(foreign[engine]))
      .execute()
    for (const { id, email, sub_id, comment } of rows)
      await tx
        .updateTable('clients')
        .set({ search_text: searchText({ email, subId: sub_id, comment }) })
        .where('id', '=', id)
        .execute()
  },
}
