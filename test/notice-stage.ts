import type { DeliveryView, WebhookView } from '#contract/notices-api.ts'
import { choosableKinds } from '#domain/alerts/texts.ts'
import type { Message } from '#server/notices/outlets.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { type Mailbox, type Receiver, startMailServer, startReceiver } from './fixtures/outlets.ts'
import { type TestPanel, testPanel, type Visitor } from './panel.ts'

export const noticesRoot = '/panel/api/notices'
export const shopSecret = 'a-secret-of-the-shop'

export interface NoticeStage {
  t: TestPanel
  me: Visitor
  shop: Receiver
  mailbox: Mailbox
  /** What the outlet in the place of the bot took. */
  chat: Message[]
  hook: WebhookView
  settings(patch: object): Promise<{ success: boolean; msg: string }>
  /** One run of the leader's job. */
  deliver(): Promise<void>
  deliveries(query?: string): Promise<DeliveryView[]>
  nothingWaits(): Promise<boolean>
  stop(): Promise<void>
}

interface Moods {
  shop?: Parameters<typeof startReceiver>[1]
  /** Throws when the bot does not take a message. */
  chat?: (message: Message) => void
}

/** A panel with every outlet on and every kind chosen; the receivers are real servers on loopback. */
export async function noticeStage(moods: Moods = {}): Promise<NoticeStage> {
  const t = await testPanel({}, { egress: createEgress() })
  let me = await t.login()
  const settings: NoticeStage['settings'] = (patch) => me.post('/panel/setting/update', patch)
  await settings({ sessionMaxAge: 43_200 }) // tests move the clock by days
  me = await t.login()
  const shop = await startReceiver(shopSecret, moods.shop)
  const mailbox = await startMailServer({ disabledCommands: ['STARTTLS'] })
  const chat: Message[] = []
  t.panel.notices.plugTelegram(() => ({
    name: 'telegram',
    most: 10,
    async send(message) {
      moods.chat?.(message)
      chat.push(message)
    },
  }))
  const all = choosableKinds.join(',')
  await settings({
    ...{ noticeHomeEvents: all, tgEnabledEvents: all, smtpEnabledEvents: all },
    ...{ tgCpu: 90, tgMemory: 90, smtpCpu: 90, smtpMemory: 90, smtpEnable: true, smtpHost: '127.0.0.1' },
    ...{ smtpPort: mailbox.port, smtpFrom: 'panel@example.com', smtpTo: 'me@example.com, you@example.com' },
    ...{ smtpEncryptionType: 'none', smtpAllowPrivateAddress: true },
  })
  const made = await me.post<WebhookView>(`${noticesRoot}/webhooks/add`, {
    ...{ name: 'shop', url: shop.url, events: choosableKinds, secret: shopSecret, allowPrivateAddress: true },
  })
  if (!made.success) throw new Error(made.msg)
  const deliveries: NoticeStage['deliveries'] = async (query = '') =>
    (await me.get<DeliveryView[]>(`${noticesRoot}/deliveries?${query}`)).obj
  return {
    ...{ t, me, shop, mailbox, chat, hook: made.obj, settings, deliveries },
    deliver: async () => t.panel.notices.jobs[0]?.run(new AbortController().signal),
    nothingWaits: async () => (await deliveries('state=waiting&limit=1')).length === 0,
    async stop() {
      await t.stop()
      await Promise.all([shop.stop(), mailbox.stop()])
    },
  }
}
