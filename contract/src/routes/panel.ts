import { under } from './under.ts'

export const panelRoutes = {
  session: {
    ...under('', {
      login: 'POST /login',
      logout: 'POST /logout bare',
      csrfToken: 'GET /csrf-token bare',
      panelCsrfToken: 'GET /panel/csrf-token',
      getTwoFactorEnable: 'POST /getTwoFactorEnable',
    }),
    ...under('/panel/setting', {
      refused: 'GET /refusedLogins',
      list: 'GET /sessions',
      end: 'POST /sessions/end/:id',
      endOthers: 'POST /sessions/endOthers',
      recoveryCodes: 'GET /recoveryCodes',
      renewRecoveryCodes: 'POST /recoveryCodes/renew',
    }),
  },
  setting: under(
    '/panel/setting',
    {
      all: 'POST+GET /all',
      defaultSettings: 'POST+GET /defaultSettings',
      update: 'POST /update',
      review: 'POST /review',
      secret: 'POST /secret',
      updateUser: 'POST /updateUser',
      restartPanel: 'POST /restartPanel',
      subPreview: 'POST /subPreview',
      apiTokens: 'GET /apiTokens',
      createApiToken: 'POST /apiTokens/create',
      deleteApiToken: 'POST /apiTokens/delete/:id',
      enableApiToken: 'POST /apiTokens/setEnabled/:id',
    },
    '/panel/api/setting',
  ),
  setup: under('/panel/api/setup', {
    state: 'GET /state',
    secure: 'POST /secure',
    target: 'POST /target',
    done: 'POST /done',
  }),
  status: under('/panel/api/server', {
    status: 'GET /status',
    cpuHistory: 'GET /cpuHistory/:bucket',
    history: 'GET /history/:metric/:bucket',
  }),
  traffic: under('/panel/api/traffic', {
    state: 'GET /state',
    acceptClock: 'POST /acceptClock',
  }),
  /** What Home says about nodes; their other routes are loaded with their pages. */
  nodeNeeds: under('/panel/api/nodes', { needs: 'GET /needs' }),
  audit: under('/panel/api/audit', {
    list: 'GET ',
    actors: 'GET /actors',
    export: 'GET /export',
  }),
  jobs: under('/panel/api', {
    list: 'GET /jobs',
  }),
  docs: under('/panel/api', {
    openApi: 'GET /openapi.json bare',
  }),
}
