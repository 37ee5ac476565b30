import type { Coded } from '#contract/coded.ts'
import type { Settings } from '#contract/settings.ts'
import type { BotState, BotTest } from '#contract/telegram-api.ts'
import { type Notify, notice } from '#domain/notices.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import type { Leadership } from '../instance/leadership.ts'
import type { Outlet } from '../notices/outlets.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { nextAfter } from '../platform/jobs/schedule.ts'
import { realTimers, type Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { Change } from '../store/changes/change.ts'
import type { RunningBot } from './bot.ts'
import { type BotConfig, configNow, configOf, isConfig } from './config.ts'
import { type Failure, failureOf, forLog } from './failures.ts'
import { type BotServicesDeps, createBotServices } from './services.ts'
import { type BotStore, createBotStore } from './store.ts'

interface Deps extends BotServicesDeps {
  egress: Egress
  log: Log
  notify: Notify
  leadership: Pick<Leadership, 'leads' | 'asLeader' | 'watch'>
  timers?: Timers
}

const everyMs = 5_000
/** One lost connection is no news. */
const failuresToTell = 3

const off: BotState = { state: 'off', username: '', reason: '', since: 0 }
const reasonOf = (why: Coded) => ({ reason: inEnglish(why), reasonCoded: why })
const refusalOf = (why: Coded): Refusal => Refusal.of(why)

/**
 * The Telegram bot: started, stopped and started anew as the settings say, on the leader only. Owns `telegram_bots`,
 * `telegram_chats` and `telegram_menus`.
 */
export function createTelegram(deps: Deps) {
  const { egress, log, notify, leadership, timers = realTimers } = deps
  const services = createBotServices(deps)
  const { now } = services
  const store = createBotStore({ db: services.db, commit: deps.commit, now })
  let running: { key: string; bot: RunningBot; config: BotConfig } | undefined
  let state = off
  /** The job has run, so this process leads. */
  let isActive = false
  let stopped = false
  let turn: Promise<unknown> = Promise.resolve()
  const schedule = createSchedule({ store, now, log })

  /** One start or stop at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  async function enter(next: Omit<BotState, 'since'>, botId: number | undefined): Promise<void> {
    const isSame =
      next.state === state.state && next.reason === state.reason && next.username === state.username
    if (isSame) return
    state = { ...next, since: now() }
    if (botId !== undefined)
      await store
        .setState(botId, state)
        .catch((error) => log.warn({ err: error }, 'failed to store the state of the Telegram bot'))
  }

  function onFailure(failure: Failure, times: number, { botId }: BotConfig): void {
    if (failure.kind === 'wait' || (failure.kind === 'away' && times < failuresToTell)) return
    const isNews = state.state !== 'failed' || state.reasonCoded?.code !== failure.why.code
    void enter({ ...state, state: 'failed', ...reasonOf(failure.why) }, botId)
    if (!isNews) return
    log.warn({ reason: failure.why.code }, `the Telegram bot does not run: ${inEnglish(failure.why)}`)
    notify(notice('telegram.failed', { reason: failure.why }))
  }

  async function stopBot(): Promise<void> {
    const { bot } = running ?? {}
    running = undefined
    await bot?.stop()
  }

  async function start(config: BotConfig, key: string): Promise<void> {
    const { startBot } = await import('./bot.ts') // a panel without a bot loads none of it
    await enter({ state: 'starting', username: '', reason: '' }, config.botId)
    const bot = await startBot({
      config,
      services,
      store,
      egress,
      timers,
      log,
      watcher: {
        running: (username) => void enter({ state: 'running', username, reason: '' }, config.botId),
        failed: (failure, times) => onFailure(failure, times, config),
      },
    })
    running = { key, bot, config }
  }

  /** Makes the bot what the settings say. */
  async function settle(settings: Settings): Promise<void> {
    const config = configOf(settings)
    const isWanted = settings.tgBotEnable && !stopped && isActive && leadership.leads()
    if (!isWanted || !isConfig(config)) {
      await stopBot()
      const why = !settings.tgBotEnable || isConfig(config) ? undefined : config
      await enter(why ? { ...off, state: 'failed', ...reasonOf(why) } : off, undefined)
      return
    }
    const { token, chats, apiRoot, proxy, language } = config
    const key = JSON.stringify([token, chats, apiRoot, proxy, language])
    if (running?.key === key) return
    await stopBot()
    // Everything that it writes from here on is refused once another process leads.
    await leadership.asLeader(() => start(config, key))
  }

  /** Another process leads, and its bot takes over. */
  leadership.watch({
    ends() {
      isActive = false
      inTurn(() => settle(services.settings.current())).catch((error) =>
        log.warn({ err: error }, 'the Telegram bot did not stop in order'),
      )
    },
  })

  const job: Job = {
    name: 'telegram',
    everyMs,
    atStart: true,
    leaderOnly: true,
    async run() {
      if (stopped) return
      isActive = true
      const settings = await services.settings.fresh()
      await inTurn(() => settle(settings))
      if (running) await schedule.look(running.config.botId, settings, running.bot.report)
      if (state.state === 'failed' && state.reasonCoded) throw refusalOf(state.reasonCoded)
    },
    dueIn: () => running && schedule.dueIn(running.config.botId, services.settings.current()),
  }
  const prune: Job = {
    name: 'telegram-menus',
    everyMs: 86_400_000,
    leaderOnly: true,
    run: async () => void (await store.prune()),
  }

  /** Sends without the running bot: any instance may, and the bot may be off. */
  async function sendingAs<T>(config: BotConfig, work: (line: Line) => Promise<T>): Promise<T> {
    const { openLine } = await import('./line.ts')
    const line = await openLine({ config, egress, timers })
    try {
      return await work(line)
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw refusalOf(failureOf(error).why)
    } finally {
      line.close()
    }
  }
  type Line = Awaited<ReturnType<typeof import('./line.ts')['openLine']>>

  const outlet = createLateOutlet(egress, services.settings)
  function isReady(): boolean {
    const settings = services.settings.current()
    const config = configOf(settings)
    return settings.tgBotEnable && isConfig(config) && config.chats.length > 0
  }

  return {
    jobs: [job, prune],
    onChange(change: Change): void | Promise<void> {
      if (change.kind !== 'settings-saved' || !change.keys.some((key) => key.startsWith('tg'))) return
      if (isActive) return inTurn(() => settle(services.settings.current()))
    },
    /** Also where another process runs the bot. */
    async state(): Promise<BotState> {
      const settings = await services.settings.fresh()
      if (!settings.tgBotEnable) return off
      const config = configOf(settings)
      if (!isConfig(config)) return { ...off, state: 'failed', ...reasonOf(config) }
      if (running || state.state === 'failed') return state
      return (await store.state(config.botId)) ?? { ...off, state: 'starting' }
    },
    async test(given: BotTest): Promise<null> {
      const config = configNow(services.settings.current(), given)
      await sendingAs(config, (line) => line.test(services.host()))
      return null
    },
    /** Nothing happens where the bot is off. Who did not get it is in the log. */
    async backup(actor: Actor): Promise<void> {
      if (!services.settings.current().tgBotEnable) return
      try {
        const files = await services.backup(actor)
        await sendingAs(configNow(services.settings.current()), (line) => line.files(files, services.host()))
      } catch (error) {
        log.warn(forLog(error), 'a backup was not sent by Telegram')
      }
    },
    /** Where notices go, while the bot is on and somebody is named to get them. */
    outlet: () => (isReady() ? outlet : undefined),
    async stop(): Promise<void> {
      stopped = true
      await inTurn(stopBot)
    },
  }
}

export type TelegramRoom = ReturnType<typeof createTelegram>

/** The outlet with its words is loaded with the first message, to save memory. */
function createLateOutlet(egress: Egress, settings: SettingsReader): Outlet {
  let loaded: Promise<Outlet> | undefined
  return {
    name: 'telegram',
    most: 20,
    async send(message, signal) {
      loaded ??= import('./outlet.ts').then((file) => file.createOutlet(egress, settings))
      await (await loaded).send(message, signal)
    },
  }
}

/** Sends the report when its time has come; one makes up for all that were missed. */
function createSchedule({ store, now, log }: Pick<Base, 'log' | 'now'> & { store: BotStore }) {
  const known = new Map<number, number>()
  const slotAfter = (at: number, { tgRunTime, timeLocation }: Settings) =>
    nextAfter(tgRunTime, at, timeLocation)

  return {
    /** Milliseconds until the next report; undefined if none is known of. */
    dueIn(botId: number, settings: Settings): number | undefined {
      const last = known.get(botId)
      const slot = last === undefined ? undefined : slotAfter(last, settings)
      return slot === undefined ? undefined : slot - now()
    },
    async look(botId: number, settings: Settings, report: () => Promise<void>): Promise<void> {
      const last = known.get(botId) ?? (await store.reportedAt(botId))
      const isDue = (at: number) => (slotAfter(at, settings) ?? Infinity) <= now()
      if (last > 0 && !isDue(last)) {
        known.set(botId, last)
        return
      }
      const at = now()
      // Stored first: a report that fails half-way is not sent to everybody again.
      await store.reported(botId, at)
      known.set(botId, at)
      if (last === 0) return // a new bot begins with the next time
      await report().catch((error) => log.warn(forLog(error), 'the report of the Telegram bot failed'))
    },
  }
}
