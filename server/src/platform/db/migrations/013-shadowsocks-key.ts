import type { Migration } from '../migrate.ts'

/** The key of a client for Shadowsocks 2022, where its password is in use elsewhere and is no such key. */
export const shadowsocksKey: Migration = {
  name: '013-shadowsocks-key',
  statements: () => [
    "alter table clients add column shadowsocks_key text not null default ''",
    "create index idx_clients_shadowsocks_key on clients (shadowsocks_key) where shadowsocks_key <> ''",
  ],
}
