import type { Migration } from '../migrate.ts'

/** Which Sluice applied a step: an older one that meets the database can name the version that it needs. */
export const stepVersions: Migration = {
  name: '017-step-versions',
  statements: () => ["alter table schema_migrations add column version text not null default ''"],
}
