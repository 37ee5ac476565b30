import { randomUUID } from 'node:crypto'
import type { Alert } from '#contract/alerts.ts'
import type { OutletView } from '#contract/notices-api.ts'
import type { SettingsUpdate } from '#contract/settings.ts'
import { Refusal } from '#domain/refusal.ts'
import { refuseOtherServer } from '#domain/secrets/stored-server.ts'
import { merge } from '#domain/settings/merge.ts'
import { validate } from '#domain/settings/validate.ts'
import type { Hub } from '../events/hub.ts'
import type { Leadership } from '../instance/leadership.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { realTimers, type Timers } from '../platform/jobs/timers.ts'
import type { Base } from '../settings/base-services.ts'
import type { Change } from '../store/changes/change.ts'
import { noted } from '../store/changes/commit.ts'
import { createDelivery } from './delivery.ts'
import { createMail, mailName } from './email.ts'
import { createOutbox } from './outbox.ts'
import { createOutlets, type Message } from './outlets.ts'
import { createReading } from './reading.ts'
import { createRecorder } from './record.ts'
import { webhookName } from './webhook.ts'
import { createWebhooks } from './webhooks.ts'
import { homeName, homeWish, telegramName } from './wishes.ts'

interface NoticesDeps extends Pick<Base, 'commit' | 'db' | 'egress' | 'log' | 'now' | 'settings'> {
  hub: Pick<Hub, 'publish'>
  leadership: Pick<Leadership, 'leads'>
  timers?: Timers
}

const everyMs = 5_000
/** A job that is late must not end what it began. */
const leadMs = 4 * everyMs
/** The transaction of what was recorded has ended by then; if not, the job finds it. */
const settleMs = 100

/**
 * What people and programs are told of. Owns the tables of alerts, deliveries and webhooks: an alert is recorded with its
 * cause, and the leader delivers it to Home, mail, webhooks and Telegram.
 */
export function createNotices(deps: NoticesDeps) {
  const { db, commit, settings, egress, hub, now, log, timers = realTimers } = deps
  const outbox = createOutbox({ db, commit, now })
  const reading = createReading({ db, commit, settings })
  const webhooks = createWebhooks({ db, commit, now, egress, outbox })
  const mail = createMail({ egress, settings })
  const outlets = createOutlets({ settings, egress, webhooks, mail, now })
  const recorder = createRecorder({ db, commit, now, log, outlets, recorded: lookSoon })
  const delivery = createDelivery({ outbox, outlets, hub, now, timers, log, leadership: deps.leadership })
  let soon: (() => void) | undefined

  async function look(): Promise<void> {
    if (await outbox.anyUnrouted()) {
      await webhooks.all()
      await outbox.route(outlets.wishes(), homeWish(settings.current()))
      hub.publish('invalidate', { type: 'alerts' })
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

  const testAlert = (by: Actor): Alert => ({ kind: 'notice.test', params: { by: by.name || by.kind } })
  /** A message of its own, past the queue: whoever asks sees the answer. */
  const testMessage = (by: Actor): Message => {
    const id = randomUUID()
    return { id, alerts: [{ ...testAlert(by), id, at: now() }] }
  }

  const noteTest = async (name: string, actor: Actor): Promise<null> => {
    await noted(commit, actor, { action: 'notice.test', objectKind: 'notice', object: name })
    return null
  }

  async function test(name: string, actor: Actor): Promise<null> {
    if (name === homeName) {
      await commit.upkeep((tx) => recorder.record(tx, [testAlert(actor)]))
      return noteTest(name, actor)
    }
    const isKnown = name === mailName || name === telegramName || /^webhook:[1-9]\d{0,9}$/.test(name)
    if (!isKnown) throw new Refusal('notice.outlet-unknown', { name: name.slice(0, 64) }, 'outlet')
    const outlet = await outlets.find(name)
    if (!outlet) throw new Refusal('notice.outlet-not-ready', { name }, 'outlet')
    await answered(outlet.send(testMessage(actor), AbortSignal.timeout(30_000)))
    return noteTest(name, actor)
  }

  async function testMail(unsaved: SettingsUpdate | undefined, actor: Actor): Promise<null> {
    const stored = await settings.fresh()
    const { next: given, changed: typed } = merge(stored, unsaved ?? {})
    validate(given, typed)
    const way = ['smtpHost', 'smtpPort', 'smtpEncryptionType'] as const
    refuseOtherServer(stored, given, { secret: 'smtpPassword', typed: unsaved?.smtpPassword, way })
    await answered(mail.send(testMessage(actor), AbortSignal.timeout(45_000), given))
    return noteTest(mailName, actor)
  }

  async function outletViews(): Promise<OutletView[]> {
    const on = new Set(outlets.wishes().map(({ outlet }) => outlet))
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
    isWanted: outlets.isWanted,
    wishes: outlets.allWishes,
    webhooks,
    reading,
    outlets: outletViews,
    test,
    testMail,
    jobs: [job, createPrune({ db, commit, now })],
    /** The Telegram room gives its outlet here. */
    plugTelegram: outlets.plugTelegram,
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

/** The words of the other side, instead of our error for the queue. */
async function answered(sending: Promise<void>): Promise<void> {
  try {
    await sending
  } catch (error) {
    if (error instanceof Error && error.cause instanceof Refusal) throw error.cause
    throw error instanceof Refusal ? error : new Refusal('other.said', { reason: String(error) })
  }
}

const keptMs = 30 * 86_400_000
const keptRows = 50_000

/** Alerts and their deliveries are kept for a month, and not more than the newest fifty thousand. */
const createPrune = ({ db, commit, now }: Pick<Base, 'commit' | 'db' | 'now'>): Job => ({
  name: 'notices-prune',
  everyMs: 3_600_000,
  leaderOnly: true,
  async run() {
    const first = async (order: 'asc' | 'desc') =>
      (await db.read.selectFrom('alerts').select(['id', 'at']).orderBy('id', order).limit(1).execute())[0]
    const [oldest, newest] = [await first('asc'), await first('desc')]
    if (!oldest || !newest) return
    const isDue = oldest.at < now() - keptMs || newest.id - oldest.id >= keptRows
    if (!isDue) return
    const waits = await db.read
      .selectFrom('alert_deliveries')
      .select((e) => e.fn.min('alert_id').as('id'))
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    const young = await db.read
      .selectFrom('alerts')
      .select((e) => e.fn.min('id').as('id'))
      .where('at', '>=', now() - keptMs)
      .executeTakeFirst()
    const floor = Math.max(Number(young?.id ?? newest.id + 1), newest.id - keptRows)
    const below = Math.min(floor, Number(waits?.id ?? floor))
    await commit.upkeep(async (tx) => {
      await tx.deleteFrom('alert_deliveries').where('alert_id', '<', below).execute()
      await tx.deleteFrom('alerts').where('id', '<', below).execute()
    })
  },
})
