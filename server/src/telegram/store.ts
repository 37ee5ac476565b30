import { randomBytes } from 'node:crypto'
import type { BotState } from '#contract/telegram-api.ts'
import { type LanguageCode, languageOf } from '#domain/words/languages.ts'
import type { Base } from '../settings/base-services.ts'
import type { Db, Tx } from '../store/open.ts'
import type { Act, Screen, View } from './screen.ts'

/** Buttons of older messages do nothing: their answer says how to get new ones. */
export const menuLifeMs = 14 * 86_400_000
/** Telegram numbers updates anew after a week without any. */
const numbersLastMs = 6 * 86_400_000

type Target = { act?: Act; go?: Screen }
interface Content {
  buttons: Target[]
  asks?: Screen
  brief?: true
}

export interface MenuKey {
  chat: number
  message: number
  user: number
}

type Deps = Pick<Base, 'commit' | 'db' | 'now'>

/** What the bot remembers between two updates, and over a restart. */
export function createBotStore({ db, commit, now }: Deps) {
  const put = (
    tx: Tx,
    botId: number,
    values: Partial<Record<'last_update' | 'taken_at' | 'reported_at', number>> & { state?: string },
  ) =>
    tx
      .insertInto('telegram_bots')
      .values({ bot_id: botId, ...values })
      .onConflict((c) => c.column('bot_id').doUpdateSet(values))
      .execute()

  async function bot(botId: number) {
    return db.read.selectFrom('telegram_bots').selectAll().where('bot_id', '=', botId).executeTakeFirst()
  }

  async function menuOf(from: Db['read'] | Tx, { chat, message, user }: MenuKey) {
    const row = await from
      .selectFrom('telegram_menus')
      .selectAll()
      .where('chat_id', '=', chat)
      .where('message_id', '=', message)
      .executeTakeFirst()
    return row && row.user_id === user && row.made_at > now() - menuLifeMs ? row : undefined
  }

  return {
    /** The last update that was taken; undefined if it says nothing about the next one's number. */
    async lastUpdate(botId: number): Promise<number | undefined> {
      const row = await bot(botId)
      return row && row.taken_at > now() - numbersLastMs ? row.last_update : undefined
    },
    /** Stored before the update is acted on: after a crash it is lost rather than done twice. */
    taken: (botId: number, update: number) =>
      commit.upkeep((tx) => put(tx, botId, { last_update: update, taken_at: now() })),
    reportedAt: async (botId: number) => (await bot(botId))?.reported_at ?? 0,
    reported: (botId: number, at: number) => commit.upkeep((tx) => put(tx, botId, { reported_at: at })),
    async state(botId: number): Promise<BotState | undefined> {
      const row = await bot(botId)
      return row && row.state !== '' ? (JSON.parse(row.state) as BotState) : undefined // written below
    },
    setState: (botId: number, state: BotState) =>
      commit.upkeep((tx) => put(tx, botId, { state: JSON.stringify(state) })),

    async language(chat: number): Promise<LanguageCode | undefined> {
      const row = await db.read
        .selectFrom('telegram_chats')
        .select('language')
        .where('chat_id', '=', chat)
        .executeTakeFirst()
      return row && languageOf(row.language)
    },
    setLanguage: (chat: number, language: LanguageCode) =>
      commit.upkeep((tx) =>
        tx
          .insertInto('telegram_chats')
          .values({ chat_id: chat, language })
          .onConflict((c) => c.column('chat_id').doUpdateSet({ language }))
          .execute(),
      ),

    /** A new set of buttons for a message; the old ones are void. */
    async putMenu({ chat, message, user }: MenuKey, nonce: string, { rows, asks, brief }: View) {
      const content: Content = {
        buttons: rows.flat().map(({ act, go }) => ({ ...(act && { act }), ...(go && { go }) })),
        ...(asks && { asks }),
        ...(brief && { brief }),
      }
      const values = { user_id: user, nonce, content: JSON.stringify(content), made_at: now() }
      await commit.upkeep((tx) =>
        tx
          .insertInto('telegram_menus')
          .values({ chat_id: chat, message_id: message, ...values })
          .onConflict((c) => c.columns(['chat_id', 'message_id']).doUpdateSet(values))
          .execute(),
      )
    },
    /**
     * Takes a button out of its message: a second press, a press elsewhere or by somebody else, or made-up data finds
     * nothing.
     */
    press: (key: MenuKey, data: string): Promise<Target | undefined> =>
      commit.upkeep(async (tx) => {
        const row = await menuOf(tx, key)
        const [nonce = '', place = ''] = data.split('.')
        if (!row || row.nonce === '' || row.nonce !== nonce || !/^\d{1,3}$/.test(place)) return undefined
        const { buttons, brief } = contentOf(row.content)
        if (brief && row.made_at < now() - questionLifeMs) return undefined
        const target = buttons[Number(place)]
        if (target)
          await tx
            .updateTable('telegram_menus')
            .set({ nonce: '' })
            .where('chat_id', '=', key.chat)
            .where('message_id', '=', key.message)
            .execute()
        return target
      }),
    /** The screen that waits for a text of this person, taken out: one text answers one question. */
    asked: (chat: number, user: number): Promise<{ message: number; screen: Screen } | undefined> =>
      commit.upkeep(async (tx) => {
        const row = await tx
          .selectFrom('telegram_menus')
          .selectAll()
          .where('chat_id', '=', chat)
          .where('user_id', '=', user)
          .orderBy('made_at', 'desc')
          .orderBy('message_id', 'desc')
          .limit(1)
          .executeTakeFirst()
        const screen = row && row.nonce !== '' ? contentOf(row.content).asks : undefined
        if (!row || !screen || row.made_at < now() - questionLifeMs) return undefined
        await tx
          .updateTable('telegram_menus')
          .set({ nonce: '' })
          .where('chat_id', '=', chat)
          .where('message_id', '=', row.message_id)
          .execute()
        return { message: row.message_id, screen }
      }),
    prune: () =>
      commit.upkeep((tx) =>
        tx
          .deleteFrom('telegram_menus')
          .where('made_at', '<', now() - menuLifeMs)
          .execute(),
      ),
  }
}

export type BotStore = ReturnType<typeof createBotStore>

/** A question that was left open for longer is forgotten. */
const questionLifeMs = 30 * 60_000

const contentOf = (text: string): Content => JSON.parse(text) as Content // written by putMenu

/** So that a button of the message before it was changed is told apart. */
export const newNonce = (): string => randomBytes(6).toString('base64url')
