import { z } from 'zod'
import { endpoint, nothing } from './wire.ts'

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

export const sessionApi = {
  login: endpoint({
    method: 'POST',
    path: '/login',
    open: true,
    summary: 'Log in; sets the session cookie',
    body: Login,
    reply: z.null(),
    says: 'You have successfully logged into your account.',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    open: true,
    summary: 'Log out; the session ends on the server too',
    bare: true,
    reply: z.object({ success: z.literal(true) }),
  }),
  csrfToken: endpoint({
    method: 'GET',
    path: '/csrf-token',
    open: true,
    summary: 'CSRF token that a browser sends as X-CSRF-Token',
    bare: true,
    reply: z.object({ success: z.literal(true), obj: z.string() }),
  }),
  panelCsrfToken: endpoint({
    method: 'GET',
    path: '/panel/csrf-token',
    summary: 'CSRF token of the current session',
    reply: z.string(),
  }),
  getTwoFactorEnable: endpoint({
    method: 'POST',
    path: '/getTwoFactorEnable',
    open: true,
    summary: 'Whether login requires a two-factor code',
    reply: z.boolean(),
  }),
  refused: endpoint({
    method: 'GET',
    path: '/panel/setting/refusedLogins',
    summary: 'Number of failed logins in the last 24 hours; the audit log lists them, grouped',
    reply: RefusedLogins,
  }),
  /** Not for bearer tokens: a script has no sessions and must not end those of people. */
  list: endpoint({
    method: 'GET',
    path: '/panel/setting/sessions',
    summary: "The caller's active sessions, newest first",
    reply: z.array(LoginSession),
  }),
  end: endpoint({
    method: 'POST',
    path: '/panel/setting/sessions/end/:id',
    summary: "End one of the caller's other sessions and close its sockets",
    reply: nothing,
    says: 'The session has ended.',
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/panel/setting/sessions/endOthers',
    summary: "End all of the caller's other sessions",
    reply: z.object({ ended: z.int() }),
  }),
}
