import { languageCodes } from '#domain/words/languages.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import { createRateLimit } from '../platform/rate-limit.ts'
import { createActs } from './acts.ts'
import { createCommands } from './answers.ts'
import type { BotConfig } from './config.ts'
import { createConnect } from './connect.ts'
import { createDialogue } from './dialogue.ts'
import { createFacts } from './facts.ts'
import { failureOf, forLog } from './failures.ts'
import { commands } from './menus/home.ts'
import { pause } from './pause.ts'
import { createReport } from './report.ts'
import { createScreens } from './screens.ts'
import { createSender } from './send.ts'
import type { BotServices } from './services.ts'
import type { BotStore } from './store.ts'
import { type Translator, translatorFor } from './translator.ts'
import { type BotApi, botSignal, createApi } from './transport.ts'
import { type BotWatcher, createInbox, poll } from './updates.ts'

/** Updates that are being worked on get so long to end. */
const patienceMs = 3_000
/** Within a minute, of people who are no administrators: nobody can keep the bot busy. */
const mostOfPerson = 20

export interface BotDeps {
  config: BotConfig
  services: BotServices
  store: BotStore
  egress: Pick<Egress, 'safeFetch'>
  timers: Timers
  log: Log
  watcher: BotWatcher
}

const commandList = (translator: Translator) =>
  Object.entries(commands).map(([command, words]) => ({ command, description: translator.t(words) }))

/** Before the first poll: the bot's own name, and its list of commands, once in its language and once in each other. */
function createRegistration(api: BotApi, config: BotConfig, log: Log) {
  const left = [undefined, ...languageCodes]
  let username = ''

  async function registerCommands(signal: AbortSignal): Promise<void> {
    while (left.length > 0) {
      const language = left[0]
      const list = commandList(translatorFor(language ?? config.language))
      try {
        await api.setMyCommands(list, language ? { language_code: language } : {}, botSignal(signal))
      } catch (error) {
        if (failureOf(error).kind !== 'refused') throw error // it is tried again from here
        log.warn({ ...forLog(error), language }, 'Telegram did not take the list of commands')
      }
      left.shift()
    }
  }

  return {
    /** Blank until Telegram has said it. */
    username: () => username,
    async begin(signal: AbortSignal): Promise<void> {
      username = (await api.getMe(botSignal(signal))).username
      await api.deleteWebhook({}, botSignal(signal)) // with one, Telegram gives no updates
      await registerCommands(signal)
    },
  }
}

export type Registration = ReturnType<typeof createRegistration>

/** A bot at work: it asks for updates until it is stopped. */
export async function startBot(deps: BotDeps) {
  const { config, services, store, timers, log } = deps
  const polling = new AbortController()
  const everything = new AbortController()
  const api = await createApi(config, deps.egress, everything.signal)
  const sender = createSender({ api, timers, signal: everything.signal })
  const facts = createFacts(services)
  const connect = createConnect(services, facts.moment, sender)
  const inbox = createInbox(log)
  const registration = createRegistration(api, config, log)
  const dialogue = createDialogue({
    config,
    registration,
    store,
    sender,
    show: createScreens(facts),
    perform: createActs({ services, facts, connect, store, sender }),
    commands: createCommands(facts),
    mayAsk: createRateLimit<number>(services.now, mostOfPerson),
    log,
  })
  const { botId } = config
  const ended = poll(
    { api, timers, botId, store, registration, inbox, dialogue, watcher: deps.watcher },
    polling.signal,
  )
  return {
    sender,
    report: createReport({ config, services, facts, store, sender, log }),
    async stop(): Promise<void> {
      polling.abort()
      await ended
      await Promise.race([inbox.empty(), pause(timers, patienceMs, everything.signal)])
      everything.abort()
    },
  }
}

export type RunningBot = Awaited<ReturnType<typeof startBot>>
