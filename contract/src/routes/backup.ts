import { under } from './under.ts'

export const backupRoutes = {
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
}

export const moveInRoutes = under('/panel/api/move-in', {
  upload: 'POST /upload',
  plan: 'GET /plan/:staged',
  apply: 'POST /apply/:staged long',
  drop: 'POST /drop/:staged',
})
