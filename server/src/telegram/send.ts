import type { InlineKeyboardMarkup } from 'grammy/types'
import { Refusal } from '#domain/refusal.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import { failureOf } from './failures.ts'
import { clipped } from './html.ts'
import { pause } from './pause.ts'
import { split } from './split.ts'
import { type BotApi, fileOf } from './transport.ts'

/** How often a message is tried when the network is away. */
const mostTries = 4
/** How often Telegram may ask to wait before a message is given up. */
const mostWaits = 8

/** A bot may send files of up to 50 MB. */
export const mostFileBytes = 50_000_000

export interface SendFile {
  name: string
  bytes: Uint8Array
  /** HTML. */
  caption?: string
}

interface Deps {
  api: BotApi
  timers: Timers
  /** Ends all waiting. */
  signal: AbortSignal
}

/**
 * Sends to chats, in order for each chat. When Telegram asks to wait, everything waits; when the network is away, a
 * message is tried a few times.
 */
export function createSender({ api, timers, signal }: Deps) {
  const last = new Map<number, Promise<unknown>>()
  let waiting: Promise<void> | undefined

  async function tried<T>(work: (api: BotApi) => Promise<T>): Promise<T> {
    for (let tries = 1, waits = 0; ; ) {
      await waiting
      signal.throwIfAborted()
      try {
        return await work(api)
      } catch (error) {
        const failure = failureOf(error)
        const again =
          failure.kind === 'wait' ? ++waits <= mostWaits : failure.kind === 'away' && tries++ < mostTries
        if (!again || signal.aborted) throw error
        const ms = failure.kind === 'wait' ? failure.ms : 2 ** tries * 250
        const slept = pause(timers, ms, signal)
        if (failure.kind === 'wait') waiting = slept
        await slept
      }
    }
  }

  function inOrder<T>(chat: number, work: (api: BotApi) => Promise<T>): Promise<T> {
    const done = (last.get(chat) ?? Promise.resolve()).catch(() => {}).then(() => tried(work))
    last.set(chat, done)
    const forget = () => {
      if (last.get(chat) === done) last.delete(chat)
    }
    done.then(forget, forget)
    return done
  }

  const how = (keyboard: InlineKeyboardMarkup | undefined) => ({
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    ...(keyboard && { reply_markup: keyboard }),
  })

  return {
    api,
    tried,
    /** In as many messages as it takes; the buttons are below the last. Returns the number of that one. */
    async text(chat: number, html: string, keyboard?: InlineKeyboardMarkup): Promise<number> {
      const parts = split(html)
      let message = 0
      for (const [i, part] of parts.entries()) {
        const more = i === parts.length - 1 ? keyboard : undefined
        const sent = await inOrder(chat, (to) => to.sendMessage(chat, part, how(more)))
        message = sent.message_id
      }
      return message
    },
    /** False if the message cannot be changed any more. */
    async edit(
      chat: number,
      message: number,
      html: string,
      keyboard?: InlineKeyboardMarkup,
    ): Promise<boolean> {
      const [text = ' ', ...more] = split(html)
      if (more.length > 0) return false
      try {
        await inOrder(chat, (to) => to.editMessageText(chat, message, text, how(keyboard)))
        return true
      } catch (error) {
        const failure = failureOf(error)
        if (failure.kind !== 'refused') throw error
        return /not modified/i.test(failure.description)
      }
    },
    async document(chat: number, { name, bytes, caption }: SendFile): Promise<void> {
      if (bytes.length > mostFileBytes) throw new Refusal('telegram.file-too-large', fileSizes(bytes.length))
      await inOrder(chat, async (to) =>
        to.sendDocument(chat, await fileOf(bytes, name), {
          ...(caption !== undefined && { caption, parse_mode: 'HTML' as const }),
        }),
      )
    },
    /** Ends the waiting sign on a pressed button. It is too late after some seconds, so it is not tried again. */
    answer: (query: string, text = '', alert = false): Promise<unknown> =>
      api
        .answerCallbackQuery(query, text === '' ? {} : { text: clipped(text, 190), show_alert: alert })
        .catch(() => {}),
    /** The buttons of a message that is answered otherwise. */
    dropButtons: (chat: number, message: number): Promise<unknown> =>
      inOrder(chat, (to) => to.editMessageReplyMarkup(chat, message)).catch(() => {}),
  }
}

export type Sender = ReturnType<typeof createSender>

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
const fileSizes = (bytes: number) => ({ size: megabytes(bytes), max: megabytes(mostFileBytes) })
