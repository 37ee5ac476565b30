import type { Alert, AlertKind } from '#contract/alerts.ts'
import type { HoldRules } from '#domain/alerts/hold.ts'
import { zoneOf } from '../platform/system-time-zone.ts'
import type { Base } from '../settings/base-services.ts'
import { isMailReady, type Mail, mailName } from './email.ts'
import type { Wish } from './outbox.ts'
import { createWebhookOutlet, webhookName } from './webhook.ts'
import type { Webhooks } from './webhooks.ts'
import { holdOf, homeWish, kindsOf, telegramName, wishesOf } from './wishes.ts'

interface Deps extends Pick<Base, 'egress' | 'now' | 'settings'> {
  webhooks: Webhooks
  mail: Mail
}

export function createOutlets({ settings, egress, webhooks, mail, now }: Deps) {
  /** The bot, while it runs. */
  let telegram: () => Outlet | undefined = () => undefined

  /** Without Home, which is a page of the panel. */
  const wishes = (): Wish[] => wishesOf(settings.current(), webhooks.latest(), telegram() !== undefined)
  const allWishes = (): Wish[] => [homeWish(settings.current()), ...wishes()]

  return {
    wishes,
    allWishes,
    /** Whether any outlet wants this kind: what nobody wants is not stored. */
    isWanted: (kind: AlertKind): boolean => kind === 'notice.test' || kindsOf(allWishes()).has(kind),
    /** Undefined while the outlet is off or gone. */
    async find(name: string): Promise<Outlet | undefined> {
      if (name === mailName) return isMailReady(settings.current()) ? mail.outlet : undefined
      if (name === telegramName) return telegram()
      const hook = (await webhooks.all()).find(({ id }) => webhookName(id) === name)
      return hook?.enabled ? createWebhookOutlet({ egress, now, settings }, hook) : undefined
    },
    /** Undefined for an outlet that nothing is held back for. */
    holdOf: (name: string): HoldRules | undefined =>
      holdOf(name, settings.current(), zoneOf(settings.current())),
    plugTelegram(outlet: () => Outlet | undefined): void {
      telegram = outlet
    },
  }
}

export type Outlets = ReturnType<typeof createOutlets>

/** An alert as it was recorded. Receivers drop doubles by `id`: it is the same in every attempt and every outlet. */
export type RecordedAlert = Alert & { readonly id: string; readonly at: number }

/**
 * One message. It has one alert, or several where the outlet takes several (`most`) and they came together or waited.
 * `id` is the same in every attempt: that of the only alert, or one of the message's own.
 */
export interface Message {
  readonly id: string
  readonly alerts: readonly [RecordedAlert, ...RecordedAlert[]]
}

export interface Outlet {
  /** Stored with every delivery: `email`, `telegram`, `webhook:3`. */
  readonly name: string
  readonly most: number
  /**
   * Resolves once the other side has taken the message. Rejects otherwise, with a `NotTaken` (`domain/alerts`) where it is known
   * when to try again, or that trying again is useless. Everything else is tried again with back-off.
   */
  send(message: Message, signal: AbortSignal): Promise<void>
}

/** Records alerts outside a transaction. Never throws and never makes the caller wait. */
export type Tell = (...alerts: readonly Alert[]) => void
