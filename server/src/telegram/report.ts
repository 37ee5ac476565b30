import type { ClientSummary } from '#contract/client-bodies.ts'
import { clientStatus } from '#domain/clients/status.ts'
import { serviceOf, sharedUsage } from '#domain/limits/service.ts'
import type { Log } from '../platform/log.ts'
import { type ClientFacts, type Moment, statusOf, usageLines } from './cards/client-card.ts'
import { statusCard } from './cards/status-card.ts'
import type { BotConfig } from './config.ts'
import type { Facts } from './facts.ts'
import { notAnswered } from './failures.ts'
import { bold, mono } from './html.ts'
import type { Sender } from './send.ts'
import type { BotServices } from './services.ts'
import type { BotStore } from './store.ts'
import { type Translator, translatorFor } from './translator.ts'

/** Names with their number; the number is exact where not every name is listed. */
function listed(title: string, names: readonly string[], count: number, translator: Translator): string[] {
  if (count === 0) return []
  const more = count > names.length ? [`… ${translator.number(count - names.length)}`] : []
  return [
    '',
    `${bold(title).text} (${translator.number(count)})`,
    ...names.map((name) => mono(name).text),
    ...more,
  ]
}

type Ending = Pick<ClientSummary, 'expiring' | 'expiringCount' | 'depleted' | 'depletedCount'>

export const reportText = (status: string, ending: Ending, translator: Translator, at: Moment): string =>
  [
    translator.h('reportOf', { time: translator.moment(at.now, at.zone) }),
    '',
    status,
    ...listed(translator.t('menuDepleted'), ending.depleted, ending.depletedCount, translator),
    ...listed(translator.t('menuExpiring'), ending.expiring, ending.expiringCount, translator),
  ].join('\n')

interface OwnedRow {
  expiry_time: number
  total_gb: number
  up: number | null
  down: number | null
  /** Null: it has no group that is stored. */
  group: string | null
  groupQuota: number | null
  groupEnd: number | null
  groupUsed: number | null
  groupCutAt: number | null
}

/** What ends the service of a client first: its own quota and end, or those of its group. */
function serviceIn(row: OwnedRow) {
  const own = { quota: row.total_gb, expiryTime: row.expiry_time, used: (row.up ?? 0) + (row.down ?? 0) }
  const [totalGB, expiryTime] = [row.groupQuota ?? 0, row.groupEnd ?? 0]
  if (row.group === null || (totalGB === 0 && expiryTime === 0)) return serviceOf(own, undefined)
  const state = { totalGB, expiryTime, used: row.groupUsed ?? 0, cutAt: row.groupCutAt ?? 0 }
  return serviceOf(own, { group: row.group, ...sharedUsage(state) })
}

const chunk = 500
/** More people than these are not written to by one report. */
const mostPeople = 10_000

interface Deps {
  config: BotConfig
  services: BotServices
  facts: Facts
  store: Pick<BotStore, 'language'>
  sender: Sender
  log: Log
}

/** The regular report: to administrators about the server, to owners about clients of theirs that end. */
export function createReport({ config, services, facts, store, sender, log }: Deps) {
  const { db } = services
  const attempt = (chat: number, work: () => Promise<unknown>) =>
    work().catch((error) => notAnswered(log, error, chat))

  /** Owners of clients that end soon or have ended, in the order of their rows. */
  async function* owners(at: Moment): AsyncGenerator<number> {
    const told = new Set<number>(config.chats)
    for (let last = 0; told.size < mostPeople; ) {
      const rows = await db.read
        .selectFrom('clients')
        .leftJoin('client_traffics', 'client_traffics.email', 'clients.email')
        .leftJoin('client_groups as g', (on) =>
          on.onRef('g.name', '=', 'clients.group_name').on('clients.group_name', '<>', ''),
        )
        .select(['clients.id', 'clients.tg_id', 'clients.enable', 'clients.expiry_time', 'clients.total_gb'])
        .select(['client_traffics.up', 'client_traffics.down'])
        .select(['g.name as group', 'g.total_gb as groupQuota', 'g.expiry_time as groupEnd'])
        .select(['g.used as groupUsed', 'g.cut_at as groupCutAt'])
        .where('clients.tg_id', '<>', 0)
        .where('clients.id', '>', last)
        .orderBy('clients.id')
        .limit(chunk)
        .execute()
      for (const row of rows) {
        last = row.id
        const { used, total: quota, expiryTime } = serviceIn(row)
        const usage = { enable: row.enable, expiryTime, quota, used }
        const status = clientStatus(usage, at.thresholds, at.now)
        if ((status !== 'depleted' && status !== 'expiring') || told.has(row.tg_id)) continue
        told.add(row.tg_id)
        yield row.tg_id
      }
      if (rows.length < chunk) return
    }
  }

  const isEnding = (c: ClientFacts, at: Moment): boolean => ['depleted', 'expiring'].includes(statusOf(c, at))

  async function tellOwner(person: number, at: Moment): Promise<void> {
    const translator = translatorFor((await store.language(person)) ?? config.language)
    const ending = (await facts.own(person)).filter((c) => isEnding(c, at))
    const cards = ending.map((c) => usageLines(c, translator, at).join('\n'))
    await sender.text(person, [translator.h('yourClientsEnd'), ...cards].join('\n\n'))
  }

  return async function report(): Promise<void> {
    const at = facts.moment()
    const server = await facts.server()
    const ending = await facts.ending()
    const { tgBotBackup } = services.settings.current()
    const files = tgBotBackup ? await services.backup({ kind: 'job', name: 'telegram', address: '' }) : []
    for (const chat of config.chats)
      await attempt(chat, async () => {
        const translator = translatorFor((await store.language(chat)) ?? config.language)
        await sender.text(chat, reportText(statusCard(server, translator), ending, translator, at))
        // A group has members who are no administrators.
        for (const file of config.admins.has(chat) ? files : [])
          await sender.document(chat, { ...file, caption: translator.h('backupOf', { host: server.host }) })
      })
    for await (const person of owners(at)) await attempt(person, () => tellOwner(person, at))
  }
}

export type Report = ReturnType<typeof createReport>
