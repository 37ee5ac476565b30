import type { CallbackQuery, InlineKeyboardMarkup, Message, Update, User } from 'grammy/types'
import { Refusal } from '#domain/refusal.ts'
import { languageOf } from '#domain/words/languages.ts'
import type { Log } from '../platform/log.ts'
import { isSlow, type Perform, type Pressed } from './acts.ts'
import { type Answer, answerTo, type createCommands, searchFor } from './answers.ts'
import type { Registration } from './bot.ts'
import type { BotConfig } from './config.ts'
import type { Said } from './conversations/add-client.ts'
import { forLog } from './failures.ts'
import { escaped } from './html.ts'
import { isCommand } from './menus/home.ts'
import { mayPress, type Screen, type View } from './screen.ts'
import type { Show } from './screens.ts'
import type { Sender } from './send.ts'
import type { Person } from './services.ts'
import { type BotStore, newNonce } from './store.ts'
import { translatorFor } from './translator.ts'

/**
 * `/usage@my_bot ann` in its parts; undefined if the text is no command. `bot` is blank if a command in a group is for
 * none by name.
 */
export function commandIn(text: string) {
  if (!text.startsWith('/')) return undefined
  const [first = '', ...words] = text.slice(1, 500).split(/\s/)
  const [name = '', bot = ''] = first.toLowerCase().split('@')
  return { name, bot, rest: words.join(' ').trim() }
}

interface Deps {
  config: BotConfig
  registration: Pick<Registration, 'username'>
  store: BotStore
  sender: Sender
  show: Show
  perform: Perform
  commands: ReturnType<typeof createCommands>
  mayAsk: (person: number) => boolean
  log: Log
}

/** The buttons of a view. They carry a number only: what each does stays here (ADR 110). */
export function keyboardOf({ rows }: View, nonce: string): InlineKeyboardMarkup | undefined {
  if (rows.length === 0) return undefined
  let place = 0
  return {
    inline_keyboard: rows.map((row) =>
      row.map(({ text }) => ({ text, callback_data: `${nonce}.${place++}` })),
    ),
  }
}

/** Somebody's contact, or the author of a message that was passed on. */
function personIn(message: Message): number | undefined {
  const origin = message.forward_origin
  return message.contact?.user_id ?? (origin?.type === 'user' ? origin.sender_user.id : undefined)
}

/** Works on one update at a time for a chat. */
export function createDialogue(deps: Deps) {
  const { config, store, sender, show, perform, log } = deps

  async function pressedBy(from: User, chat: number): Promise<Pressed> {
    const person: Person = { id: from.id, isAdmin: config.admins.has(from.id) }
    const own = person.isAdmin ? undefined : languageOf(from.language_code ?? '')
    const language = (await store.language(chat)) ?? own ?? config.language
    return { chat, person, translator: translatorFor(language) }
  }

  /** Draws a view into a message, or into a new one. */
  async function put(view: View, { chat, person }: Pressed, message?: number): Promise<void> {
    const nonce = newNonce()
    const keyboard = keyboardOf(view, nonce)
    const isChanged = message !== undefined && (await sender.edit(chat, message, view.text, keyboard))
    if (message !== undefined && !isChanged) await sender.dropButtons(chat, message)
    const at = isChanged ? message : await sender.text(chat, view.text, keyboard)
    if (keyboard || view.asks) await store.putMenu({ chat, message: at, user: person.id }, nonce, view)
  }

  async function open(answer: Answer, pressed: Pressed, message?: number): Promise<void> {
    const { person, translator } = pressed
    const view = 'view' in answer ? answer.view : await show(answer.screen, person, translator)
    await put(view, pressed, message)
  }

  /** In groups the bot answers administrators only, and only in groups that the settings name. */
  const mayTalk = (chat: { id: number; type: string }, from: User): boolean =>
    !from.is_bot &&
    (chat.type === 'private' || (config.admins.has(from.id) && config.chats.includes(chat.id)))

  async function answered(message: Message, said: Said, pressed: Pressed): Promise<void> {
    const { person, translator, chat } = pressed
    const asked = await store.asked(chat, person.id)
    const isOpen = asked && mayPress({ go: asked.screen }, person.isAdmin)
    if (asked) await sender.dropButtons(chat, asked.message)
    if (isOpen) return open(await answerTo(asked.screen, said, translator), pressed)
    if (message.chat.type !== 'private') return
    if (!person.isAdmin) return open({ screen: { at: 'mine' } }, pressed)
    const screen: Screen = said.text.trim() === '' ? { at: 'home' } : searchFor(said.text)
    await open({ screen }, pressed)
  }

  async function onMessage(message: Message): Promise<void> {
    const { from, chat } = message
    if (!from || !mayTalk(chat, from)) return
    const pressed = await pressedBy(from, chat.id)
    if (!pressed.person.isAdmin && !deps.mayAsk(from.id)) return
    const text = message.text ?? ''
    const command = commandIn(text)
    if (!command) {
      const person = personIn(message)
      return answered(message, { text, ...(person !== undefined && { person }) }, pressed)
    }
    if (command.bot !== '' && command.bot !== deps.registration.username().toLowerCase()) return
    const { translator, person } = pressed
    if (!isCommand(command.name)) return void (await sender.text(chat.id, translator.h('unknownCommand')))
    await open(await deps.commands(command.name, command.rest, person, translator), pressed)
  }

  async function press(query: CallbackQuery, message: number, pressed: Pressed): Promise<void> {
    const { chat, person, translator } = pressed
    const button = await store.press({ chat, message, user: person.id }, query.data ?? '')
    if (!button || !mayPress(button, person.isAdmin))
      return void (await sender.answer(query.id, translator.t('outOfDate')))
    const { act, go } = button
    if (!act) {
      await sender.answer(query.id)
      return go && open({ screen: go }, pressed, message)
    }
    if (isSlow(act)) await sender.answer(query.id)
    const done = await perform(act, pressed).catch(async (error: unknown) => {
      const says = translator.t('failed', { reason: translator.why(error) })
      if (!(error instanceof Refusal))
        log.warn({ ...forLog(error), act: act.do }, 'an act of the Telegram bot failed')
      return { says, failed: true }
    })
    const isFailed = 'failed' in done
    if (!isSlow(act)) await sender.answer(query.id, done.says, isFailed)
    else if (isFailed) await sender.text(chat, escaped(done.says))
    const next = ('go' in done && done.go) || go
    // The language may be another one now.
    const fresh = act.do === 'language' ? { ...pressed, translator: translatorFor(act.language) } : pressed
    if (next) await open({ screen: next }, fresh, message)
  }

  async function onPress(query: CallbackQuery): Promise<void> {
    const { from, message } = query
    if (!message || !mayTalk(message.chat, from)) return void (await sender.answer(query.id))
    const pressed = await pressedBy(from, message.chat.id)
    if (!pressed.person.isAdmin && !deps.mayAsk(from.id)) return void (await sender.answer(query.id))
    await press(query, message.message_id, pressed)
  }

  return {
    /** The chat in whose order an update is worked on. */
    chatOf: (update: Update): number =>
      update.message?.chat.id ??
      update.callback_query?.message?.chat.id ??
      update.callback_query?.from.id ??
      0,
    async handle(update: Update): Promise<void> {
      if (update.message) await onMessage(update.message)
      else if (update.callback_query) await onPress(update.callback_query)
    },
  }
}

export type Dialogue = ReturnType<typeof createDialogue>
