import type { AlertKind } from '#contract/alerts.ts'
import type { Settings } from '#contract/settings.ts'
import { kindsIn, loadKinds, type Thresholds } from '#domain/alerts/grid.ts'
import type { Digest, HoldRules } from '#domain/alerts/hold.ts'
import { isMailReady, mailName } from './email.ts'
import type { Wish } from './outbox.ts'
import { webhookName } from './webhook.ts'
import type { StoredWebhook } from './webhooks.ts'

export const telegramName = 'telegram'
export const homeName = 'home'

const ofPanel = ({ noticeCpu, noticeMemory, noticeDisk }: Settings): Thresholds => ({
  cpu: noticeCpu,
  memory: noticeMemory,
  disk: noticeDisk,
})

export const homeWish = (settings: Settings): Wish => ({
  outlet: homeName,
  kinds: kindsIn(settings.noticeHomeEvents),
  thresholds: ofPanel(settings),
})

/** Which outlets are on, and what each of them wants: the grid of the page. */
export function wishesOf(
  settings: Settings,
  webhooks: readonly StoredWebhook[],
  telegramIsOn: boolean,
): Wish[] {
  const disk = settings.noticeDisk
  const wishes: Wish[] = []
  if (telegramIsOn)
    wishes.push({
      outlet: telegramName,
      kinds: kindsIn(settings.tgEnabledEvents),
      thresholds: { cpu: settings.tgCpu, memory: settings.tgMemory, disk },
    })
  if (isMailReady(settings))
    wishes.push({
      outlet: mailName,
      kinds: kindsIn(settings.smtpEnabledEvents),
      thresholds: { cpu: settings.smtpCpu, memory: settings.smtpMemory, disk },
    })
  for (const hook of webhooks)
    if (hook.enabled)
      wishes.push({ outlet: webhookName(hook.id), kinds: hook.kinds, thresholds: ofPanel(settings) })
  return wishes
}

export const kindsOf = (wishes: readonly Wish[]): ReadonlySet<AlertKind> =>
  new Set(wishes.flatMap(({ kinds }) => [...kinds]))

/** The thresholds at which somebody wants to be told. */
export function thresholdsFor(what: keyof Thresholds, wishes: readonly Wish[]): number[] {
  const wanting = wishes.filter(({ kinds }) => kinds.has(loadKinds[what]))
  return [...new Set(wanting.map(({ thresholds }) => thresholds[what]))].filter((threshold) => threshold > 0)
}

/** Programs are told at once; people have quiet hours and digests. */
export function holdOf(outlet: string, settings: Settings, zone: string): HoldRules | undefined {
  const digest = { [mailName]: settings.smtpDigest, [telegramName]: settings.tgDigest }[outlet]
  if (digest === undefined) return undefined
  return {
    quietFrom: settings.noticeQuietFrom,
    quietTo: settings.noticeQuietTo,
    digest: digest as Digest, // one of the choices of its row
    digestAt: settings.noticeDigestAt,
    zone,
  }
}
