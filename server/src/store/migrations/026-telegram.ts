import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

/**
 * What the Telegram bot remembers: the last update that it took, its last report and its state; the language that a
 * chat chose; and what the buttons below a message do, so that callbacks carry nothing but a number (ADR 110).
 */
export const telegram: Migration = {
  name: '026-telegram',
  statements: ({ int }) => [
    `create table telegram_bots (bot_id bigint not null primary key, last_update ${int}, taken_at ${int},
      reported_at ${int}, state ${text})`,
    `create table telegram_chats (chat_id bigint not null primary key, language ${text})`,
    `create table telegram_menus (chat_id bigint not null, message_id bigint not null, user_id bigint not null,
      nonce ${text}, content ${text}, made_at ${int}, primary key (chat_id, message_id))`,
    'create index idx_telegram_menus_made on telegram_menus (made_at)',
  ],
}
