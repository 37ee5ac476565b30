import type { sessionApi } from '#contract/session-api.ts'
import type { statusApi } from '#contract/status.ts'
import { remote } from './remote.ts'

export const endpoints = {
  login: remote<typeof sessionApi.login>({ method: 'POST', path: '/login' }),
  logout: remote<typeof sessionApi.logout>({ method: 'POST', path: '/logout', bare: true }),
  csrfToken: remote<typeof sessionApi.csrfToken>({ method: 'GET', path: '/csrf-token', bare: true }),
  panelCsrfToken: remote<typeof sessionApi.panelCsrfToken>({ method: 'GET', path: '/panel/csrf-token' }),
  twoFactorEnabled: remote<typeof sessionApi.getTwoFactorEnable>({
    method: 'POST',
    path: '/getTwoFactorEnable',
  }),
  status: remote<typeof statusApi.status>({ method: 'GET', path: '/panel/api/server/status' }),
  history: remote<typeof statusApi.history>({
    method: 'GET',
    path: '/panel/api/server/history/:metric/:bucket',
  }),
}
