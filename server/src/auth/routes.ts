import { sessionApi } from '#contract/session-api.ts'
import { settingApi } from '#contract/settings-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { isForm, requireToken } from '../platform/http/auth.ts'
import type { Caller } from '../platform/http/caller.ts'
import { rememberCaller } from '../platform/http/connections.ts'
import { makeCookie, readCookie } from '../platform/http/cookie.ts'
import { Denied } from '../platform/http/envelope.ts'
import { type Call, formToken, type Mount } from '../platform/http/mount.ts'
import { isBrowser, isSameOrigin } from '../platform/http/origin.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { OwnSessions } from './own-sessions.ts'
import type { Auth } from './room.ts'
import type { createAnonymous } from './sessions.ts'
import type { Tokens } from './tokens.ts'

interface Deps {
  auth: Auth
  tokens: Tokens
  ownSessions: OwnSessions
  anonymous: ReturnType<typeof createAnonymous>
  basePath: string
  settings: SettingsReader
}

type Visit = Pick<Call, 'request' | 'reply' | 'origin'> & { caller: Caller }

const anonymousSeconds = 6 * 3600

export function authRoutes(
  mount: Mount,
  { auth, tokens, ownSessions, anonymous, basePath, settings }: Deps,
): void {
  const setCookie = ({ reply, origin }: Pick<Call, 'reply' | 'origin'>, value: string, seconds: number) =>
    reply.header('set-cookie', makeCookie(value, seconds, { path: basePath, secure: origin.secure }))

  /** The CSRF token for the caller's cookie; `visible` also sends the cookie. */
  function visitorToken(call: Visit, visible: boolean): string {
    const { caller } = call
    if (caller.kind === 'user') {
      const cookie = readCookie(call.request.headers.cookie) ?? ''
      if (visible) setCookie(call, cookie, Math.floor((caller.expiresAt - call.request.enteredAt) / 1000))
      return caller.csrfToken
    }
    const cookie = anonymous.cookie(readCookie(call.request.headers.cookie))
    if (visible) setCookie(call, cookie, anonymousSeconds)
    return anonymous.csrfToken(cookie)
  }

  /** Programs fetch the token once before login, and log in again with their existing session. */
  const tokenOfBefore = (call: Visit): string =>
    (call.caller.kind === 'user' && call.caller.visitorToken) || visitorToken(call, false)

  mount(sessionApi.csrfToken, (call) => ({ success: true as const, obj: visitorToken(call, true) }))
  mount(sessionApi.panelCsrfToken, ({ caller }) => {
    if (caller.kind !== 'user') throw new Refusal('token.no-csrf')
    return caller.csrfToken
  })
  mount(sessionApi.getTwoFactorEnable, async () => (await settings.fresh()).twoFactorEnable)

  mount(sessionApi.login, async (call) => {
    if (!isSameOrigin(call.request.raw, call.origin)) throw new Denied(403)
    const visitor = {
      address: call.origin.address,
      userAgent: call.request.headers['user-agent'] ?? '',
      visitorToken: isBrowser(call.request.raw) ? '' : tokenOfBefore(call),
    }
    try {
      const { cookie, maxAgeSeconds } = await auth.login(call.body, visitor)
      setCookie(call, cookie, maxAgeSeconds)
      rememberCaller(call.request.raw) // the next request may come on this connection, and late
    } catch (error) {
      // Every login answers with a cookie; a failed one keeps the visitor's.
      visitorToken(call, true)
      throw error
    }
    return null
  })

  mount(sessionApi.logout, async (call) => {
    const { headers } = call.request
    requireToken(
      call.request,
      headers['x-csrf-token'] ?? (isForm(headers) && (await formToken(call.request))),
    )
    await auth.logout(call.caller, call.actor)
    const { secure } = call.origin
    const expired = [basePath, ...(basePath === '/' ? [] : ['/'])].map((path) =>
      makeCookie('', 0, { path, secure }),
    )
    call.reply.header('set-cookie', expired)
    return { success: true as const }
  })

  mount(sessionApi.refused, () => auth.refused.lately())
  mount(sessionApi.list, ({ caller }) => ownSessions.list(caller))
  mount(sessionApi.end, async ({ caller, params, actor }) => {
    await ownSessions.end(caller, params.id ?? '', actor)
    return null
  })
  mount(sessionApi.endOthers, async ({ caller, actor }) => ({
    ended: await ownSessions.endOthers(caller, actor),
  }))

  mount(sessionApi.recoveryCodes, async () => ({ left: await auth.recovery.left() }))
  mount(sessionApi.renewRecoveryCodes, async ({ body, caller, actor }) => ({
    recoveryCodes: await auth.recovery.renew(caller, body, actor),
  }))

  mount(settingApi.updateUser, async ({ body, caller, actor }) => {
    await auth.updateUser(caller, body, actor)
    return null
  })
  mount(settingApi.apiTokens, () => tokens.list())
  mount(settingApi.createApiToken, ({ body, actor }) => tokens.create(body.name, actor))
  mount(settingApi.deleteApiToken, async ({ params, actor }) => {
    await tokens.remove(tokenId(params.id), actor)
    return null
  })
  mount(settingApi.enableApiToken, async ({ params, body, actor }) => {
    await tokens.setEnabled(tokenId(params.id), body.enabled, actor)
    return null
  })
}

function tokenId(text: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (!(id <= 2_147_483_647)) throw new Refusal('token.id-invalid', {}, 'id')
  return id
}
