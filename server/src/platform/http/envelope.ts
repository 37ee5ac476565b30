import type { Readable } from 'node:stream'
import { ZodError, type z } from 'zod'
import type { Coded } from '#contract/coded.ts'
import type { FailedEnvelope } from '#contract/wire.ts'
import { codedIssue } from '#domain/invalid-input.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import type { Log } from '../log.ts'
import { andThen } from '../maybe-async.ts'
import { holdBack } from './anonymous-bodies.ts'
import { sendReadable, sendText } from './compression.ts'
import { BodyTooLarge } from './receive-body.ts'
import type { HttpReply } from './reply.ts'

const json = 'application/json; charset=utf-8'

export function sendOk(reply: HttpReply, msg: string, obj: unknown) {
  return sendJson(reply, JSON.stringify({ success: true, msg, obj: obj === undefined ? null : obj }))
}

export function sendJson(reply: HttpReply, text: string) {
  reply.header('content-type', json).header('cache-control', 'no-store')
  return sendText(reply, text)
}

/** A list streamed while it is read. A failure in the middle can only close the connection. */
export function sendStream(reply: HttpReply, body: Readable, type = json): Sent {
  reply.header('content-type', type).header('cache-control', 'no-store')
  sendReadable(reply, body)
  return sent
}

export function sendEmpty(reply: HttpReply, status: number) {
  return reply.code(status).header('cache-control', 'no-store').send('')
}

function refuse(reply: HttpReply, { message: msg, code, params, field }: Refusal) {
  const failed: FailedEnvelope = {
    success: false,
    msg,
    obj: null,
    code,
    params,
    ...(field !== undefined && { field }),
  }
  return sendJson(reply.code(200), JSON.stringify(failed))
}

/** The one place where errors become replies (R17): a plain sentence, never a stack or SQL. */
export function errorHandler(log: Log) {
  return (error: unknown, reply: HttpReply) => {
    const { request } = reply
    reply.removeHeader('content-encoding') // from a list that failed before its first byte
    if (error instanceof Denied) return sendEmpty(reply, error.status)
    if (error instanceof Refusal) return refuse(reply, error)
    if (error instanceof ZodError) return refuse(reply, explain(error))
    // No "close": a caller that is still sending would lose the reply. Node discards the rest, for at most 30 s.
    if (error instanceof BodyTooLarge) {
      const held = request.caller.kind === 'anonymous' ? holdBack(request.raw, reply.raw) : undefined
      return andThen(held, () => sendEmpty(reply, 413))
    }
    log.error({ err: error, method: request.method, route: request.route?.path }, 'a request failed')
    return refuse(reply, new Refusal(storageTrouble(error) ?? 'panel.failed'))
  }
}

type StorageCode = `storage.${'disk-full' | 'read-only' | 'too-slow' | 'unreachable'}`

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EPIPE'])

function storageTrouble(error: unknown): StorageCode | undefined {
  const { errcode, code, message } = error as { errcode?: number; code?: string; message?: string }
  if (errcode === 13 || code === 'ENOSPC' || code === '53100') return 'storage.disk-full'
  if (errcode === 8 || code === 'EROFS') return 'storage.read-only'
  if (code === '57014' || message === 'Query read timeout') return 'storage.too-slow'
  // pg sets no code for a connection that broke or was never established.
  const brokeOff =
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/.test(
      message ?? '',
    )
  if (brokeOff || unreachable.has(code ?? '') || code?.startsWith('57P')) return 'storage.unreachable'
  return undefined
}

/** Turns a schema error into one sentence that names the field. */
export function explain(error: z.ZodError): Refusal {
  const issue = error.issues[0]
  if (!issue) return new Refusal('input.unreadable')
  const field = issue.path.map(String).join('.')
  const reason = codedIssue(issue)
  return field === '' ? new Refusal('input.body-invalid', { reason }) : Refusal.of(reason, field)
}

/** Returned by a handler that has sent the reply itself. */
export const sent = { sent: true } as const
export type Sent = typeof sent

/** Returned by a handler whose success `msg` varies. */
export class WithMessage<T> {
  readonly msg: string | undefined
  readonly obj: T

  /** Without a `msg` the endpoint's default is used. */
  constructor(msg: string | undefined, obj: T) {
    this.msg = msg
    this.obj = obj
  }
}

/** What was done, and what of it does not hold everywhere. */
export const withNotes = <T>(says: string, notes: readonly Coded[], obj: T): WithMessage<T> =>
  new WithMessage(notes.length === 0 ? undefined : [says, ...notes.map(inEnglish)].join(' '), obj)

/** A refusal by status alone, with an empty body that tells an unauthenticated caller nothing. */
export class Denied extends Error {
  readonly status: 401 | 403 | 404
  constructor(status: 401 | 403 | 404) {
    super(`denied with ${status}`)
    this.status = status
  }
}
