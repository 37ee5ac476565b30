import type { Api } from 'grammy/web'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { BotConfig } from './config.ts'

export type BotApi = Api

/** The declarations name the signal of an old package; the code that is loaded takes the platform's own. */
export const botSignal = (signal: AbortSignal) => signal as unknown as Parameters<Api['getMe']>[0] & {}

/** How long Telegram holds an empty answer back. */
export const pollSeconds = 20
const usualMs = 30_000
const pollMs = (pollSeconds + 20) * 1_000
/** A file goes up with the request. */
const uploadMs = 180_000
const mostBytes = 20 * 1024 * 1024

const limitOf = (method: string): number =>
  method === 'getUpdates' ? pollMs : /^send(Document|Photo)$/.test(method) ? uploadMs : usualMs

interface Init {
  headers?: Record<string, string>
  body?: string | AsyncIterable<Uint8Array>
  signal?: AbortSignal
}

async function bytesOf(body: NonNullable<Init['body']>): Promise<string | Uint8Array> {
  if (typeof body === 'string') return body
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** grammY's client, with the guarded way out instead of a fetch of its own. */
export async function createApi(
  { token, apiRoot, proxy }: Pick<BotConfig, 'token' | 'apiRoot' | 'proxy'>,
  egress: Pick<Egress, 'safeFetch'>,
  /** Ends every call. */
  ending: AbortSignal,
): Promise<BotApi> {
  const library = await import('grammy/web') // loaded with the first bot, to save memory

  async function send(url: string, { headers = {}, body = '', signal }: Init) {
    const method = url.slice(url.lastIndexOf('/') + 1)
    const type = headers['content-type']
    const reply = await egress.safeFetch(url, {
      method: 'POST',
      headers: type ? { 'content-type': type } : {},
      body: await bytesOf(body),
      expectStatus: 'any',
      timeoutMs: limitOf(method),
      maxBytes: mostBytes,
      signal: signal ? AbortSignal.any([signal, ending]) : ending,
      ...(proxy !== '' && { proxy }),
    })
    return { json: () => reply.json() }
  }

  type Fetch = NonNullable<NonNullable<ConstructorParameters<typeof Api>[1]>['fetch']>
  return new library.Api(token, {
    apiRoot,
    // grammY reads nothing of the answer but its JSON.
    fetch: send as unknown as Fetch,
    timeoutSeconds: uploadMs / 1_000 + 20,
    sensitiveLogs: false,
  })
}

/** Loaded with the client. */
export async function fileOf(bytes: Uint8Array, name: string) {
  const { InputFile } = await import('grammy/web')
  return new InputFile(bytes, name)
}
