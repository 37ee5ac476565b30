import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

/** How a node's certificate is checked, which panel it is, and what it last said. */
export const nodes: Migration = {
  name: '018-nodes',
  statements: () => [
    `alter table nodes add column tls_verify_mode text not null default 'verify'`,
    `alter table nodes add column pinned_cert_sha256 ${text}`,
    `alter table nodes add column guid ${text}`,
    `alter table nodes add column xray_state ${text}`,
    `alter table nodes add column xray_error ${text}`,
    `alter table nodes add column last_error_coded ${text}`,
  ],
}
