import { randomUUID } from 'node:crypto'
import type { Alert, AlertKind } from '#contract/alerts.ts'
import type { OutletView } from '#contract/notices-api.ts'
import type { Settings, SettingsUpdate } from '#contract/settings.ts'
import { Refusal } from '#domain/refusal.ts'
import { refuseOtherServer } from '#domain/secrets/stored-server.ts'
import { merge } from '#domain/settings/merge.ts'
import { validate } from '#domain/settings/validate.ts'
import type { Hub } from '../events/hub.ts'
import type { Clock } from '../platform/clock.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { realTimers, type Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import { systemTimeZone } from '../platform/system-time-zone.ts'
import type { Change } from '../store/changes/change.ts'
import { type Commit, noted } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import { createDelivery } from './delivery.ts'
import { createMail, isMailReady, mailName } from './email.ts'
import { createOutbox } from './outbox.ts'
import type { Message, Outlet } from './outlet.ts'
import { createPrune } from './prune.ts'
import { createReading } from './reading.ts'
import { createRecorder } from './record.ts'
import { createWebhookOutlet, webhookName } from './webhook.ts'
import { createWebhooks } from './webhooks.ts'
import { holdOf, homeName, homeWish, kindsOf, telegramName, wishesOf } from './wishes.ts'

export interface NoticesDeps extends Clock {
  db: Db
  commit: Commit
  settings: { current(): Settings; fresh(): Promise<Settings> }
  egress: Egress
  hub: Pick<Hub, 'publish'>
  isLeader: () => boolean
  log: Log
  timers?: Timers
}

const everyMs = 5_000
/** A job that is late must not end what it began. */
const leadMs = 4 * everyMs
/** The transaction of what was recorded has ended by then; if not, the job finds it. */
const settleMs = 100

/** What people and programs are told of: recorded with its cause, and delivered by the leader. */
export function createNotices(deps: NoticesDeps) {
  const { db, commit, settings, egress, hub, now, log, timers = realTimers } = deps
  const zone = () => {
    const { timeLocation } = settings.current()
    return timeLocation === 'Local' || timeLocation === '' ? systemTimeZone() : timeLocation
  }
  const outbox = createOutbox({ db, commit, now })
  const reading = createReading({ db, commit, zone })
  const webhooks = createWebhooks({ db, commit, now, egress, forget: outbox.forget })
  const mail = createMail({ egress, settings, zone })
  /** The bot, while it runs. */
  let telegram: () => Outlet | undefined = () => undefined
  let soon: (() => void) | undefined

  const wishes = () =>
    wishesOf({
      settings: settings.current(),
      webhooks: webhooks.latest(),
      telegramIsOn: telegram() !== undefined,
    })
  const allWishes = () => [homeWish(settings.current()), ...wishes()]
  const isWanted = (kind: AlertKind): boolean => kind === 'notice.test' || kindsOf(allWishes()).has(kind)
  const changed = () => hub.publish('invalidate', { type: 'alerts' })

  const recorder = createRecorder({ db, commit, now, log, isWanted, recorded: lookSoon })

  async function outletOf(name: string): Promise<Outlet | undefined> {
    if (name === mailName) return isMailReady(settings.current()) ? mail.outlet : undefined
    if (name === telegramName) return telegram()
    const hook = (await webhooks.all()).find(({ id }) => webhookName(id) === name)
    const panel = () => settings.current().panelGuid
    return hook?.enabled ? createWebhookOutlet({ egress, now, panel }, hook) : undefined
  }

  const delivery = createDelivery({
    outbox,
    outletOf,
    holdOf: (name) => holdOf(name, settings.current(), zone()),
    now,
    timers,
    log,
    isLeader: deps.isLeader,
    changed,
  })

  async function look(): Promise<void> {
    if (await outbox.anyUnrouted()) {
      await webhooks.all()
      await outbox.route(wishes(), homeWish(settings.current()))
      changed()
    }
    for (const name of await outbox.busy()) delivery.pump(name)
  }

  function lookSoon(): void {
    if (!delivery.leads()) return
    soon ??= timers.after(settleMs, () => {
      soon = undefined
      look().catch((error) => log.warn({ err: error }, 'failed to look for new notices'))
    })
  }

  const job: Job = {
    name: 'notices',
    everyMs,
    atStart: true,
    leaderOnly: true,
    async run() {
      delivery.lead(leadMs)
      await look()
    },
  }

  /** A message of its own, past the queue: whoever asks sees the answer. */
  const testMessage = (by: Actor): Message => {
    const alert: Alert = { kind: 'notice.test', params: { by: by.name || by.kind } }
    const id = randomUUID()
    return { id, alerts: [{ ...alert, id, at: now() }] }
  }

  async function test(name: string, actor: Actor): Promise<null> {
    const note = () => noted(commit, actor, { action: 'notice.test', objectKind: 'notice', object: name })
    const by = actor.name || actor.kind
    if (name === homeName) {
      await commit.upkeep((tx) => recorder.record(tx, [{ kind: 'notice.test', params: { by } }]))
      await note()
      return null
    }
    const isKnown = name === mailName || name === telegramName || /^webhook:[1-9]\d{0,9}$/.test(name)
    if (!isKnown) throw new Refusal('notice.outlet-unknown', { name: name.slice(0, 64) }, 'outlet')
    const outlet = await outletOf(name)
    if (!outlet) throw new Refusal('notice.outlet-not-ready', { name }, 'outlet')
    await answered(outlet.send(testMessage(actor), AbortSignal.timeout(30_000)))
    await note()
    return null
  }

  async function testMail(unsaved: SettingsUpdate | undefined, actor: Actor): Promise<null> {
    const stored = await settings.fresh()
    const { next: given, changed: typed } = merge(stored, unsaved ?? {})
    validate(given, typed)
    const way = ['smtpHost', 'smtpPort', 'smtpEncryptionType'] as const
    refuseOtherServer(stored, given, { secret: 'smtpPassword', typed: unsaved?.smtpPassword, way })
    await answered(mail.send(testMessage(actor), AbortSignal.timeout(45_000), given))
    await noted(commit, actor, { action: 'notice.test', objectKind: 'notice', object: mailName })
    return null
  }

  async function outlets(): Promise<OutletView[]> {
    const on = new Set(wishes().map(({ outlet }) => outlet))
    const counts = await reading.counts()
    const hooks = (await webhooks.all()).map(({ id }) => webhookName(id))
    return [mailName, telegramName, ...hooks].map((name) => {
      const of = (state: string) => counts.find((c) => c.outlet === name && c.state === state)
      return {
        name,
        on: on.has(name),
        waiting: of('waiting')?.n ?? 0,
        failed: of('failed')?.n ?? 0,
        delivered: of('delivered')?.n ?? 0,
        lastDeliveredAt: of('delivered')?.last ?? 0,
      }
    })
  }

  return {
    record: recorder.record,
    tell: recorder.tell,
    /** Resolves when everything that was told is stored. */
    settled: recorder.settled,
    isWanted,
    wishes: allWishes,
    webhooks,
    reading,
    outlets,
    test,
    testMail,
    jobs: [job, createPrune({ db, commit, now })],
    /** The Telegram room gives its outlet here. */
    plugTelegram(outlet: () => Outlet | undefined): void {
      telegram = outlet
    },
    async replay(id: number, actor: Actor): Promise<null> {
      await commit(actor, async (tx) => {
        const found = isRowId(id) ? await outbox.replay(tx, id) : undefined
        if (!found) throw new Refusal('notice.delivery-missing', {}, 'id')
        const object = `${found.outlet} ${found.kind}`
        return { result: null, action: { action: 'notice.replay', objectKind: 'notice', object } }
      })
      lookSoon()
      return null
    },
    /** Other instances may have changed webhooks unheard. */
    refresh: webhooks.onChange,
    onChange(change: Change): void {
      if (change.kind === 'webhooks-changed') webhooks.onChange()
    },
    /** Sends at once what waits, as the job does; for tests and for a page that asks. */
    look,
    async start(): Promise<void> {
      await webhooks.all()
    },
    async stop(): Promise<void> {
      soon?.()
      await recorder.settled()
      await delivery.stop()
    },
  }
}

export type Notices = ReturnType<typeof createNotices>
export type RecordAlerts = (tx: Tx, alerts: readonly Alert[]) => Promise<void>

/** The words of the other side, instead of our error for the queue. */
async function answered(sending: Promise<void>): Promise<void> {
  try {
    await sending
  } catch (error) {
    if (error instanceof Error && error.cause instanceof Refusal) throw error.cause
    throw error instanceof Refusal ? error : new Refusal('other.said', { reason: String(error) })
  }
}
