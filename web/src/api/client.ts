import type { EndpointSpec, Envelope } from '#contract/wire.ts'
import { ApiError, type Reason } from './api-error.ts'
import { endpoints } from './endpoints.ts'
import type { Gate } from './gate.ts'
import {
  type AnyInput,
  type InputArgs,
  inputOf,
  methodOf,
  pathFor,
  type Remote,
  type Reply,
} from './remote.ts'

interface Deps {
  base: string
  gate: Gate
  fetch: typeof fetch
  /** Fetches the texts of refusals. A refusal is thrown once they are here: whoever catches it can show it. */
  loadCoded(): Promise<void>
  /** Before a request is repeated. */
  pause?: () => Promise<unknown>
}

const twoSeconds = () => new Promise((resolve) => setTimeout(resolve, 2_000))

type Answer = Envelope & Reason

/** What a proxy answers when it has waited long enough, or cannot reach the panel. */
const isProxy = (status: number) => [502, 503, 504].includes(status)
/** Half an hour behind a proxy that waits for a minute; a panel that is away is given up after a few seconds. */
const mostRepeats = 30
const quickMs = 1_000
const quickCosts = 6

export function createApi({ base, gate, fetch, loadCoded, pause = twoSeconds }: Deps) {
  let token: Promise<string> | undefined

  const csrfToken = () => {
    token ??= send(endpoints.session.csrfToken, {}).then(
      async (response) => (await read<Answer>(response)).obj as string,
    ) // contract: obj is the token
    token.catch(() => {
      token = undefined
    })
    return token
  }

  async function send(remote: Remote, input: AnyInput, signal?: AbortSignal, via = fetch): Promise<Response> {
    const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest' }
    const method = methodOf(remote)
    if (method !== 'GET') headers['X-CSRF-Token'] = await csrfToken()
    const request = { method, headers, body: bodyOf(input, headers), signal: signal ?? null }
    const once = () => via(base + pathFor(remote, input), request)
    const onceMore = (error: unknown) => {
      // The panel may close an idle connection just when a read is sent on it. A write may have arrived.
      if (method !== 'GET' || signal?.aborted) throw error
      return once()
    }
    const sent = remote.long ? again(once, pause, signal) : once().catch(onceMore)
    return sent.catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError('unreachable', 'The panel does not answer.')
    })
  }

  /** The token changes with the session, so a 403 is retried once with a new one. */
  async function sendTwice(...[remote, ...rest]: Parameters<typeof send>): Promise<Response> {
    const response = await send(remote, ...rest)
    if (response.status !== 403 || methodOf(remote) === 'GET') return response
    token = undefined
    return send(remote, ...rest)
  }

  async function call<E extends EndpointSpec>(
    remote: Remote<E>,
    input: AnyInput,
    signal?: AbortSignal,
    via?: typeof fetch,
  ): Promise<Reply<E>> {
    let response = await sendTwice(remote, input, signal, via)
    while (response.status === 401) {
      await gate.pass() // Nothing was done yet, so the call can be repeated after the re-login.
      token = undefined
      response = await sendTwice(remote, input, signal, via)
    }
    const answer = await read<Answer>(response)
    // The server builds its replies from the same contract; checking them again would bring zod into the
    // browser.
    if (remote.bare) return answer as Reply<E>
    if (!answer.success) {
      await loadCoded()
      throw new ApiError('refused', answer.msg, answer)
    }
    return answer.obj as Reply<E>
  }

  return {
    call: <E extends EndpointSpec>(remote: Remote<E>, ...args: InputArgs<E>) => call(remote, inputOf(args)),
    /** The same for a query, which can be aborted, and for an upload, which goes `via` a fetch with progress. */
    ask: call,
    /** A new session has its own token. */
    forgetToken: () => {
      token = undefined
    },
  }
}

/** Long work continues when its connection is lost. The same request, sent again, joins it or gets its result. */
async function again(
  once: () => Promise<Response>,
  pause: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let left = mostRepeats; ; ) {
    const began = Date.now()
    const response = await once().catch((error: unknown) => {
      if (left <= 0 || signal?.aborted) throw error
      return undefined
    })
    if (response && (left <= 0 || !isProxy(response.status))) return response
    left -= Date.now() - began < quickMs ? quickCosts : 1
    await pause()
  }
}

/** The browser itself writes the header of a form, with its boundary. */
function bodyOf({ body }: AnyInput, headers: Record<string, string>): string | FormData | null {
  if (body === undefined || body instanceof FormData) return body ?? null
  headers['Content-Type'] = 'application/json'
  return JSON.stringify(body)
}

export type Api = ReturnType<typeof createApi>

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) throw new ApiError('failed', `The panel answered ${response.status}.`)
  try {
    return await response.json()
  } catch {
    throw new ApiError('failed', 'The answer cannot be read.')
  }
}
