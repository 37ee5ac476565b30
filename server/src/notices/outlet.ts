import type { Alert } from '#contract/alerts.ts'

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

/** Where alerts go: e-mail, Telegram, a webhook. */
export interface Outlet {
  /** Stored with every delivery: `email`, `telegram`, `webhook:3`. */
  readonly name: string
  /** The most alerts that one message may have. */
  readonly most: number
  /**
   * Resolves once the other side has taken the message. Rejects otherwise, with a `NotTaken` (`domain/alerts`) where it is known
   * when to try again, or that trying again is useless. Everything else is tried again with back-off.
   */
  send(message: Message, signal: AbortSignal): Promise<void>
}

/** Records alerts outside a transaction. Never throws and never makes the caller wait. */
export type Tell = (...alerts: readonly Alert[]) => void
