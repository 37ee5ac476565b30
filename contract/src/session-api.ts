import { z } from 'zod'
import { endpoint } from './wire.ts'

export const Login = z.object({
  username: z.string('username must be a text').default(''),
  password: z.string('password must be a text').default(''),
  twoFactorCode: z.preprocess(
    (v) => (v === null ? undefined : typeof v === 'number' ? String(v).padStart(6, '0') : v),
    z.string().optional(),
  ),
})
export type Login = z.output<typeof Login>

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
    summary: 'The token that a browser sends as X-CSRF-Token',
    bare: true,
    reply: z.object({ success: z.literal(true), obj: z.string() }),
  }),
  panelCsrfToken: endpoint({
    method: 'GET',
    path: '/panel/csrf-token',
    summary: 'The token of the session in force',
    reply: z.string(),
  }),
  getTwoFactorEnable: endpoint({
    method: 'POST',
    path: '/getTwoFactorEnable',
    open: true,
    summary: 'Whether login asks for a code',
    reply: z.boolean(),
  }),
}
