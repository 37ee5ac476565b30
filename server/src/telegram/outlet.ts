import { measuresIn } from '#domain/alerts/measures.ts'
import { NotTaken } from '#domain/alerts/not-taken.ts'
import { alertLevel, sayElsewhere } from '#domain/alerts/texts.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { Refusal } from '#domain/refusal.ts'
import { languageOf } from '#domain/words/languages.ts'
import type { Message, Outlet } from '../notices/outlets.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import { zoneOf } from '../platform/system-time-zone.ts'
import { wordsIn } from '../platform/words.ts'
import type { SettingsReader } from '../settings/service.ts'
import { configNow } from './config.ts'
import { failureOf } from './failures.ts'
import { bold, escaped } from './html.ts'
import { split } from './split.ts'
import { createApi } from './transport.ts'

/** So many alerts make one message of a readable length. */
export const mostAlerts = 20
const signs = { info: 'ℹ️', success: '✅', warning: '⚠️', error: '🔴' } as const

export function alertText({ alerts }: Pick<Message, 'alerts'>, language: string, zone: string): string {
  const texts = wordsIn(languageOf(language) ?? 'en', 'alerts')
  const measures = measuresIn(language, zone)
  return alerts
    .map(({ kind, params, at }) => {
      const { title, message } = sayElsewhere(texts, kind, params, measures)
      const head = `${signs[alertLevel[kind]]} ${bold(title).text}`
      return [head, escaped(message), escaped(measures.time(at))].join('\n')
    })
    .join('\n\n')
}

/** Sends alerts to the people of the settings. Where one of them failed, only the others' copies are not sent again. */
export function createOutlet(egress: Pick<Egress, 'safeFetch'>, settings: SettingsReader): Outlet {
  const delivered = new BoundedMap<string, Set<string>>(1_000)

  return {
    name: 'telegram',
    most: mostAlerts,
    async send(message, signal) {
      const current = configNow(settings.current())
      const api = await createApi(current, egress, signal)
      const parts = split(alertText(message, current.language, zoneOf(settings.current())))
      const done = delivered.of(message.id, () => new Set())
      let refused: Refusal | undefined
      let taken = 0
      for (const chat of current.chats) {
        try {
          for (const [i, part] of parts.entries()) {
            const copy = `${chat} ${i}`
            if (!done.has(copy)) await api.sendMessage(chat, part, { parse_mode: 'HTML' })
            done.add(copy)
          }
          taken += 1
        } catch (error) {
          const failure = failureOf(error)
          const why = Refusal.of(failure.why)
          if (failure.kind === 'wait') throw new NotTaken(why, { retryAfterMs: failure.ms })
          if (failure.kind !== 'refused') throw why
          refused = new Refusal('telegram.not-delivered', { chat, reason: failure.why }) // a blocked bot: the others get it
        }
      }
      if (taken === 0 && refused) throw new NotTaken(refused, { final: true })
    },
  }
}
