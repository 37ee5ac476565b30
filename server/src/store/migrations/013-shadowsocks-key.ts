import type { Migration } from '../migrate.ts'

/** A client's key for Shadowsocks 2022, if its password is used elsewhere and is not such a key. */
export const shadowsocksKey: Migration = {
  name: '013-shadowsocks-key',
  statements: () => [
    "alter table clients add column shadowsocks_key text not null default ''",
    "create index idx_clients_shadowsocks_key on clients (shadowsocks_key) where shadowsocks_key <> ''",
  ],
}
