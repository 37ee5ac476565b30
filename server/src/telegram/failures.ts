import type { ApiError } from 'grammy/types'
import type { Coded } from '#contract/coded.ts'
import { coded, codedOf, inEnglish } from '#domain/refusal.ts'
import type { Log } from '../platform/log.ts'

/** Why a call failed, as far as it decides what comes next. */
export type Failure =
  | { kind: 'token'; why: Coded }
  | { kind: 'conflict'; why: Coded }
  /** Too many calls: Telegram says how long to wait. */
  | { kind: 'wait'; ms: number; why: Coded }
  /** The same call would fail again. */
  | { kind: 'refused'; description: string; why: Coded }
  | { kind: 'away'; why: Coded }

const isAnswer = (error: unknown): error is Omit<ApiError, 'ok'> =>
  error instanceof Error && 'error_code' in error && typeof error.error_code === 'number'

const longestWaitMs = 3_600_000

/** grammY wraps what went wrong on the way; the inner error has our own sentence. */
const inner = (error: unknown): unknown =>
  error instanceof Error && error.name === 'HttpError' && 'error' in error ? error.error : error

/** What the log gets: an answer of Telegram comes with the message that was sent, which may hold links. */
export const forLog = (error: unknown): { err: unknown } | { reason: string } =>
  isAnswer(error) || inner(error) !== error ? { reason: inEnglish(failureOf(error).why) } : { err: error }

export function failureOf(error: unknown): Failure {
  if (!isAnswer(error)) return { kind: 'away', why: codedOf(inner(error)) }
  const { error_code: code, description: said, parameters } = error
  const description = String(said).slice(0, 300)
  const why = coded('telegram.said', { reason: description })
  if (code === 401 || code === 404) return { kind: 'token', why: coded('telegram.token-refused') }
  if (code === 409) return { kind: 'conflict', why: coded('telegram.other-reader') }
  if (code === 429) {
    const seconds = Math.max(1, Math.ceil(Number(parameters?.retry_after) || 1))
    return {
      kind: 'wait',
      ms: Math.min(longestWaitMs, seconds * 1_000),
      why: coded('telegram.wait', { seconds }),
    }
  }
  if (code >= 500) return { kind: 'away', why }
  return { kind: 'refused', description, why }
}

export const notAnswered = (log: Log, error: unknown, chat: number): void =>
  log.warn({ ...forLog(error), chat }, 'the Telegram bot could not answer')
