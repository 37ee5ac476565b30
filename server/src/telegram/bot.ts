import { languageCodes } from '#domain/words/languages.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import { createActs } from './acts.ts'
import { createCommands } from './answers.ts'
import type { BotConfig } from './config.ts'
import { createConnect } from './connect.ts'
import { createDialogue } from './dialogue.ts'
import { createFacts } from './facts.ts'
import { type Failure, failureOf, forLog } from './failures.ts'
import { createInbox } from './inbox.ts'
import { commands } from './menus/home.ts'
import { pause } from './pause.ts'
import { createReport } from './report.ts'
import { createScreens } from './screens.ts'
import { createSender } from './send.ts'
import type { BotServices } from './services.ts'
import type { BotStore } from './store.ts'
import { createPatience } from './strangers.ts'
import { type Tongue, tongueOf } from './tongue.ts'
import { type BotApi, botSignal, createApi } from './transport.ts'
import { poll } from './updates.ts'

/** Updates that are being worked on get so long to end. */
const patienceMs = 3_000

export interface BotDeps {
  config: BotConfig
  services: BotServices
  store: BotStore
  egress: Pick<Egress, 'safeFetch'>
  timers: Timers
  clock: () => number
  log: Log
  running: (username: string) => void
  failed: (failure: Failure, times: number) => void
}

const commandList = (tongue: Tongue) =>
  Object.entries(commands).map(([command, words]) => ({ command, description: tongue.t(words) }))

/** The list of commands that Telegram shows, once in the bot's language and once in each other. */
function createRegistration(api: BotApi, config: BotConfig, log: Log) {
  const left = [undefined, ...languageCodes]
  return async (signal: AbortSignal): Promise<void> => {
    while (left.length > 0) {
      const language = left[0]
      const list = commandList(tongueOf(language ?? config.language))
      try {
        await api.setMyCommands(list, language ? { language_code: language } : {}, botSignal(signal))
      } catch (error) {
        if (failureOf(error).kind !== 'refused') throw error // it is tried again from here
        log.warn({ ...forLog(error), language }, 'Telegram did not take the list of commands')
      }
      left.shift()
    }
  }
}

/** A bot at work: it asks for updates until it is stopped. */
export async function startBot(deps: BotDeps) {
  const { config, services, store, timers, log } = deps
  const polling = new AbortController()
  const everything = new AbortController()
  const api = await createApi(config, deps.egress, everything.signal)
  const sender = createSender({ api, timers, signal: everything.signal })
  const facts = createFacts(services)
  const connect = createConnect(services, facts.moment)
  const warn = (error: unknown, chat?: number) =>
    log.warn({ ...forLog(error), chat }, 'the Telegram bot could not answer')
  const inbox = createInbox({ parallel: 10, mostPerChat: 30, failed: warn })
  const register = createRegistration(api, config, log)
  let username = ''
  const dialogue = createDialogue({
    config,
    username: () => username,
    store,
    sender,
    show: createScreens(facts),
    perform: createActs({ services, facts, connect, store, sender }),
    commands: createCommands(facts),
    mayAsk: createPatience(services.now),
    log,
  })
  const ended = poll(
    {
      api,
      timers,
      clock: deps.clock,
      async begin(signal) {
        username = (await api.getMe(botSignal(signal))).username
        await api.deleteWebhook({}, botSignal(signal)) // with one, Telegram gives no updates
        await register(signal)
      },
      lastUpdate: () => store.lastUpdate(config.botId),
      taken: (update) => store.taken(config.botId, update),
      handle: (update) => void inbox.add(dialogue.chatOf(update), () => dialogue.handle(update)),
      running: () => deps.running(username),
      failed: deps.failed,
    },
    polling.signal,
  )
  return {
    sender,
    report: createReport({ config, services, facts, store, sender, failed: warn }),
    async stop(): Promise<void> {
      polling.abort()
      await ended
      await Promise.race([inbox.empty(), pause(timers, patienceMs, everything.signal)])
      everything.abort()
    },
  }
}

export type RunningBot = Awaited<ReturnType<typeof startBot>>
