import { z } from 'zod'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { panelRoutes } from './routes/panel.ts'
import { optionalCode } from './settings/tolerant.ts'
import { api } from './wire.ts'

export const Login = z.object({
  username: z.string().default(''),
  password: z.string().default(''),
  twoFactorCode: z.preprocess(
    (v) => (v === null ? undefined : typeof v === 'number' ? String(v).padStart(6, '0') : v),
    z.string().optional(),
  ),
})
export type Login = z.output<typeof Login>

/** One active login session; its cookie is not stored. */
export const LoginSession = z.object({
  id: z.string(),
  address: z.string(),
  userAgent: z.string(),
  /** Milliseconds. */
  createdAt: z.int(),
  /** Milliseconds; 0 = not since the panel started. */
  lastSeenAt: z.int(),
  expiresAt: z.int(),
  /** This is the caller's own session. */
  current: z.boolean(),
  /** A page of this session is open now. */
  connected: z.boolean(),
})
export type LoginSession = z.output<typeof LoginSession>

/** Failed logins of the last 24 hours. */
export const RefusedLogins = z.object({
  attempts: z.int(),
  /** Milliseconds; 0 = none. */
  lastAt: z.int(),
  /** Blank if there were too many to keep apart. */
  lastAddress: z.string(),
})
export type RefusedLogins = z.output<typeof RefusedLogins>

/** The password of the caller, and a code of the app or one of the recovery codes. */
export const RecoveryRenewal = z.object({ password: z.string().max(1024), twoFactorCode: optionalCode })
export type RecoveryRenewal = z.output<typeof RecoveryRenewal>

const routes = { ...panelRoutes.session, ...apiOnlyRoutes.session }

export const sessionApi = api(routes, {
  login: {
    open: true,
    summary: 'Log in; sets the session cookie',
    body: Login,
    reply: z.null(),
    says: 'You have successfully logged into your account.',
  },
  logout: {
    open: true,
    summary: 'Log out; the session ends on the server too',
    reply: z.object({ success: z.literal(true) }),
  },
  csrfToken: {
    open: true,
    summary: 'CSRF token that a browser sends as X-CSRF-Token',
    reply: z.object({ success: z.literal(true), obj: z.string() }),
  },
  panelCsrfToken: { summary: 'CSRF token of the current session', reply: z.string() },
  getTwoFactorEnable: {
    open: true,
    summary: 'Whether login requires a two-factor code',
    reply: z.boolean(),
  },
  refused: {
    summary: 'Number of failed logins in the last 24 hours; the audit log lists them, grouped',
    reply: RefusedLogins,
  },
  /** Not for bearer tokens: a script has no sessions and must not end those of people. */
  list: { summary: "The caller's active sessions, newest first", reply: z.array(LoginSession) },
  end: {
    summary: "End one of the caller's other sessions and close its sockets",
    says: 'The session has ended.',
  },
  endOthers: { summary: "End all of the caller's other sessions", reply: z.object({ ended: z.int() }) },
  recoveryCodes: {
    summary: 'Number of recovery codes that were not used yet; each works once in place of a two-factor code',
    reply: z.object({ left: z.int() }),
  },
  renewRecoveryCodes: {
    summary: 'Make ten new recovery codes; the old ones stop working. Only this reply shows them',
    body: RecoveryRenewal,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  },
})
