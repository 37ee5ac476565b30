import type { Envelope } from '#contract/wire.ts'

/** A logged-in caller of a listening program; `test/panel.ts` has the one for a panel behind `inject`. */
export interface Visitor {
  cookie: string
  csrf: string
  get<T = unknown>(path: string): Promise<Envelope<T>>
  post<T = unknown>(path: string, body?: unknown): Promise<Envelope<T>>
  upload<T = unknown>(path: string, form: FormData): Promise<Envelope<T>>
  download(path: string): Promise<Response>
}

export async function logIn(
  url: string,
  credentials: { username: string; password: string },
): Promise<Visitor> {
  const res = await fetch(`${url}/login`, post(credentials))
  const answer = await readEnvelope(res)
  if (!answer.success) throw new Error(`login failed: ${answer.msg}`)
  const cookie = res.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const token = await fetch(`${url}/csrf-token`, { headers: { cookie } })
  const { obj: csrf } = await readEnvelope<string>(token)
  const headers = { cookie, 'x-csrf-token': csrf, 'x-requested-with': 'XMLHttpRequest' }
  return { cookie, csrf, ...caller(url, headers) }
}

export const withBearer = (url: string, token: string) => caller(url, { authorization: `Bearer ${token}` })

function caller(url: string, headers: Record<string, string>): Omit<Visitor, 'cookie' | 'csrf'> {
  return {
    get: async <T>(path: string) => readEnvelope<T>(await fetch(url + path, { headers })),
    post: async <T>(path: string, body: unknown = {}) =>
      readEnvelope<T>(await fetch(url + path, post(body, headers))),
    upload: async <T>(path: string, form: FormData) =>
      readEnvelope<T>(await fetch(url + path, { method: 'POST', headers, body: form })),
    download: (path) => fetch(url + path, { headers }),
  }
}

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

async function readEnvelope<T>(res: Response): Promise<Envelope<T>> {
  const text = await res.text()
  if (text === '') return { success: false, msg: `HTTP ${res.status}`, obj: null as T } // refused by status alone
  return JSON.parse(text) as Envelope<T> // the panel's own replies; tests check every field they use
}
