import type { Int, Text } from './column-types.ts'

/** What the Telegram bot remembers (ADR 110). */
export interface TelegramTables {
  telegram_bots: {
    bot_id: number
    last_update: Int
    taken_at: Int
    reported_at: Int
    /** `BotState` as JSON. */
    state: Text
  }
  telegram_chats: { chat_id: number; language: Text }
  /** The buttons below one message. */
  telegram_menus: {
    chat_id: number
    message_id: number
    user_id: number
    /** Blank once a button was pressed. */
    nonce: Text
    /** What the buttons do, and what a text that is sent next answers. */
    content: Text
    made_at: Int
  }
}
