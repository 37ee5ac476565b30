import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import type { BotConfig } from './config.ts'
import { failureOf } from './failures.ts'
import { createSender, type SendFile } from './send.ts'
import { translatorFor } from './translator.ts'
import { createApi } from './transport.ts'

interface Deps {
  config: BotConfig
  egress: Pick<Egress, 'safeFetch'>
  timers: Timers
}

/** Between two people, as Telegram asks for. */
const spacingMs = 1_000

/** A way to write to the people of the settings, for one purpose. */
export async function openLine({ config, egress, timers }: Deps) {
  const ending = new AbortController()
  const api = await createApi(config, egress, ending.signal)
  const sender = createSender({ api, timers, signal: ending.signal })
  const translator = translatorFor(config.language)

  const why = (error: unknown) => (error instanceof Refusal ? codedOf(error) : failureOf(error).why)

  /** Everybody gets it who can; the first failure is told. */
  async function toAll(
    work: (chat: number) => Promise<unknown>,
    chats: readonly number[] = config.chats,
  ): Promise<void> {
    let first: Refusal | undefined
    for (const [i, chat] of chats.entries()) {
      if (i > 0) await new Promise<void>((resolve) => timers.after(spacingMs, resolve))
      try {
        await work(chat)
      } catch (error) {
        first ??= new Refusal('telegram.not-delivered', { chat, reason: why(error) })
      }
    }
    if (first) throw first
  }

  return {
    sender,
    translator,
    async test(host: string): Promise<void> {
      await api.getMe() // says at once what is wrong with the token or the way
      await toAll((chat) => sender.text(chat, translator.h('testMessage', { host })))
    },
    /** To administrators only: a group has other members. */
    async files(files: readonly SendFile[], host: string): Promise<void> {
      if (config.admins.size === 0) throw new Refusal('telegram.admins-missing')
      const send = async (chat: number) => {
        for (const file of files)
          await sender.document(chat, { ...file, caption: translator.h('backupOf', { host }) })
      }
      await toAll(send, [...config.admins])
    },
    close: () => ending.abort(),
  }
}
