import type { Coded } from '#contract/coded.ts'
import type { Settings } from '#contract/settings.ts'
import type { BotTest } from '#contract/telegram-api.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { refuseOtherServer } from '#domain/secrets/stored-server.ts'
import { shownSetting } from '#domain/settings/redact.ts'
import { type LanguageCode, languageOf } from '#domain/words/languages.ts'

export interface BotConfig {
  token: string
  /** The part of the token before the colon; no secret. */
  botId: number
  /** People who may do everything. */
  admins: ReadonlySet<number>
  /** Who gets reports and notices: the administrators, and groups. */
  chats: readonly number[]
  apiRoot: string
  proxy: string
  language: LanguageCode
}

export const telegramServer = 'https://api.telegram.org'

type Given = Pick<Settings, 'tgBotToken' | 'tgBotChatId' | 'tgBotProxy' | 'tgBotAPIServer' | 'tgLang'>

export function configOf(settings: Given): BotConfig | Coded {
  const token = settings.tgBotToken.trim()
  if (token === '') return coded('telegram.token-missing')
  const botId = Number(/^(\d{1,15}):[\w-]{1,200}$/.exec(token)?.[1])
  if (Number.isNaN(botId)) return coded('telegram.token-shape')
  const chats = [
    ...new Set(
      settings.tgBotChatId
        .split(',')
        .map((id) => Number(id.trim() || '0'))
        .filter((id) => Number.isSafeInteger(id) && id !== 0),
    ),
  ]
  return {
    token,
    botId,
    // Groups have negative numbers: their members are no administrators.
    admins: new Set(chats.filter((id) => id > 0)),
    chats,
    apiRoot: (settings.tgBotAPIServer.trim() || telegramServer).replace(/\/{1,8}$/, ''),
    proxy: settings.tgBotProxy.trim(),
    language: languageOf(settings.tgLang) ?? 'en',
  }
}

export const isConfig = (made: BotConfig | Coded): made is BotConfig => 'token' in made

/** The bot of the settings, with values of a form that is not saved yet. Throws a Refusal where it cannot send. */
export function configNow(settings: Settings, given: BotTest = {}): BotConfig {
  const value = (key: keyof BotTest) => given[key]?.trim() || settings[key]
  // The form has these as they are shown, without their passwords.
  const address = (key: 'tgBotProxy' | 'tgBotAPIServer') =>
    given[key] === shownSetting(key, settings[key]) ? settings[key] : (given[key] ?? settings[key])
  const tried = {
    tgBotToken: value('tgBotToken'),
    tgBotChatId: value('tgBotChatId'),
    tgBotProxy: address('tgBotProxy'),
    tgBotAPIServer: address('tgBotAPIServer'),
    tgLang: settings.tgLang,
  }
  // Without a proxy the token goes to the same server.
  const way = ['tgBotAPIServer', ...(tried.tgBotProxy === '' ? [] : (['tgBotProxy'] as const))] as const
  refuseOtherServer<typeof tried>(settings, tried, { secret: 'tgBotToken', typed: given.tgBotToken, way })
  const config = configOf(tried)
  if (!isConfig(config)) throw Refusal.of(config)
  if (config.chats.length === 0) throw Refusal.of(coded('telegram.admins-missing'))
  return config
}
