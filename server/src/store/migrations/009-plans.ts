import type { Migration } from '../migrate.ts'

/** Presets for clients; a plan's texts are one JSON value because they are not searched. */
export const plans: Migration = {
  name: '009-plans',
  statements: ({ id, int }) => [
    `create table plans (${id}, name_key text not null, data text not null default '', updated_at ${int})`,
    'create unique index idx_plans_name on plans (name_key)',
  ],
}
