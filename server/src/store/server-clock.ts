import { sql } from 'kysely'

/** Of the database server: instances on several machines need not agree on the time. */
export const serverClock = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
