import type { Migration } from '../migrate.ts'

/** Why the last download of a geo file failed, as a code with its parameters in JSON; blank after a good one. */
export const geoErrors: Migration = {
  name: '028-geo-errors',
  statements: () => ["alter table custom_geo_resources add column last_error text not null default ''"],
}
