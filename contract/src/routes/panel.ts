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
    acceptClock: 'POST /acceptClock',
  }),
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
  backup: {
    ...under('/panel/api', {
      about: 'GET /about',
    }),
    ...under('/panel/api/server', {
      getDb: 'GET /getDb',
      getMigration: 'GET /getMigration',
      importDb: 'POST /importDB',
    }),
    ...under('/panel/api/backups', {
      list: 'GET /list',
      create: 'POST /create long',
      download: 'GET /download/:backup',
      del: 'POST /del/:backup',
      upload: 'POST /upload',
      compare: 'POST /compare/:backup long',
      restore: 'POST /restore/:backup',
      undo: 'POST /undo',
      testTarget: 'POST /testTarget',
    }),
  },
  moveIn: under('/panel/api/move-in', {
    upload: 'POST /upload',
    plan: 'GET /plan/:staged long',
    apply: 'POST /apply/:staged long',
    drop: 'POST /drop/:staged',
  }),
  directory: under('/panel/api/ldap', {
    plan: 'GET /plan long',
    confirm: 'POST /plan/confirm long',
    test: 'POST /test long',
    dryRun: 'POST /dryRun long',
  }),
  health: {
    ...under('/panel/api/server', {
      downloadLog: 'GET /logs/download',
    }),
    ...under('/panel/api/health', {
      state: 'GET ',
      check: 'POST /check long',
      fix: 'POST /fix long',
      client: 'GET /client/:email',
      mute: 'POST /mute',
      unmute: 'POST /unmute',
    }),
  },
  entries: under('/panel/api/health/entries', {
    list: 'GET ',
    check: 'POST /check/:id long',
  }),
  probes: under('/panel/api/health/probes', {
    list: 'GET ',
    invite: 'POST /invite',
    rename: 'POST /rename/:id',
    revoke: 'POST /revoke/:id',
  }),
  notices: {
    ...under('/panel/api/notices', {
      list: 'GET /list',
      read: 'POST /read',
      outlets: 'GET /outlets',
      deliveries: 'GET /deliveries',
      replay: 'POST /deliveries/:id/replay',
      test: 'POST /test/:outlet',
      webhooks: 'GET /webhooks',
      addWebhook: 'POST /webhooks/add',
      updateWebhook: 'POST /webhooks/update/:id',
      delWebhook: 'POST /webhooks/del/:id',
    }),
    ...under('/panel/api', {
      testMail: 'POST /setting/testSmtp',
    }),
  },
  telegram: {
    ...under('/panel/api/telegram', {
      state: 'GET /state',
    }),
    ...under('/panel/setting', { test: 'POST /testTgBot' }, '/panel/api/setting'),
  },
  updates: {
    ...under('/panel/api/update', {
      state: 'GET /state',
      check: 'POST /check long',
      plan: 'GET /plan',
    }),
    ...under('/panel/api/server', {
      start: 'POST /updatePanel',
      setChannel: 'POST /setUpdateChannel',
    }),
  },
}
