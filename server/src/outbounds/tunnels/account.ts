import { Refusal } from '#domain/refusal.ts'
import type { CallOptions } from '../../platform/egress/call.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { SettingsRoom } from '../../settings/service.ts'

export interface AccountDeps {
  settings: Pick<SettingsRoom, 'current' | 'set'>
}

/** The account of one service, kept as JSON in a setting that is never shown. */
export function createAccount<Stored extends object>(
  { settings }: AccountDeps,
  key: 'warp' | 'nord',
  service: string,
  blank: Stored,
) {
  function read(): Stored | undefined {
    const text = settings.current()[key]
    if (text === '') return undefined
    try {
      const found = JSON.parse(text) as Partial<Stored>
      return { ...blank, ...found }
    } catch {
      return undefined
    }
  }

  return {
    read,
    need(): Stored {
      const stored = read()
      if (!stored) throw new Refusal('tunnel.no-account', { service })
      return stored
    },
    async store(next: Stored, actor: Actor): Promise<Stored> {
      await settings.set({ [key]: JSON.stringify(next) }, actor)
      return next
    },
    forget: (actor: Actor): Promise<void> => settings.set({ [key]: '' }, actor),
  }
}

export type Account<Stored extends object> = ReturnType<typeof createAccount<Stored>>

const reasonMost = 200

/** Finds the sentence in an error answer; each service has its own form. */
function reasonOf(answer: unknown, status: number): string {
  const { errors, error, message } = (answer ?? {}) as {
    errors?: unknown
    error?: unknown
    message?: unknown
  }
  const first: unknown = Array.isArray(errors)
    ? (errors[0] as { message?: unknown } | undefined)?.message
    : errors
  const said = [first, message, (error as { message?: unknown } | undefined)?.message, error].find(
    (one) => typeof one === 'string' && one !== '',
  ) as string | undefined
  return said?.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, reasonMost) ?? `HTTP ${status}`
}

/** A call of a tunnel service: the answer as JSON, or a refusal with the service's own reason. */
export const createServiceCall =
  (egress: Egress, service: string) =>
  async (url: string, options: CallOptions = {}): Promise<unknown> => {
    const reply = await egress.safeFetch(url, { ...options, expectStatus: 'any', timeoutMs: 15_000 })
    let answer: unknown
    try {
      answer = reply.bytes.length === 0 ? {} : await reply.json()
    } catch {
      if (reply.status < 300) throw new Refusal('tunnel.bad-answer', { service })
    }
    if (reply.status >= 300)
      throw new Refusal('tunnel.refused', { service, reason: reasonOf(answer, reply.status) })
    return answer
  }

export type ServiceCall = ReturnType<typeof createServiceCall>
