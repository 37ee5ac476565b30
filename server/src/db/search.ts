/**
 * The names of a client in one text, a line each, for search. SQLite keeps it in an index, so that a search walks a
 * few megabytes and not the whole table; the very same words must stand in the query.
 */
export const searchedText = (table = ''): string =>
  `lower(${table}email_key || '\n' || ${table}sub_id || '\n' || ${table}comment)`
