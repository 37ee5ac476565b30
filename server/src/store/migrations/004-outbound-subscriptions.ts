import type { Migration } from '../migrate.ts'

/** Remote lists of share links; names and columns are the incumbent's (R43). */
export const outboundSubscriptions: Migration = {
  name: '004-outbound-subscriptions',
  statements: ({ id, int, bool }) => [
    `create table outbound_subscriptions (${id}, remark text not null default '', url text not null default '',
      enabled ${bool('true')}, tag_prefix text not null default '', update_interval ${int}, priority ${int},
      prepend ${bool('false')}, last_updated ${int}, last_tried ${int}, last_error text not null default '',
      last_fetched_outbounds text not null default '', created_at ${int}, updated_at ${int})`,
  ],
}
