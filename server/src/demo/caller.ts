import type { Envelope } from '#contract/wire.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'

/** Calls the API of a panel of the demo. */
export type Caller = <T = unknown>(path: string, body?: object) => Promise<T>

const timeoutMs = 60_000

/** Logs in as any administrator does: what the demo shows has passed the checks of the API. */
export async function logIn(
  egress: Egress,
  url: string,
  credentials: { username: string; password: string },
): Promise<Caller> {
  const send = async (path: string, headers: Record<string, string>, body?: object) => {
    const reply = await egress.safeFetch(url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      allowPrivateAddress: true,
      timeoutMs,
    })
    const { success, msg, obj } = (await reply.json()) as Envelope // of a panel in this process
    if (!success) throw new Error(`${path}: ${msg}`)
    return { obj, headers: reply.headers }
  }
  const { headers } = await send('login', {}, credentials)
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const { obj: token } = await send('csrf-token', { cookie })
  const signed = { cookie, 'x-csrf-token': String(token) }
  return async <T>(path: string, body?: object) => (await send(path, signed, body)).obj as T // as the contract says
}
