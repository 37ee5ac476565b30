import { z } from 'zod'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

export const About = z.object({
  version: z.string(),
  /** "Unknown" before the first start of a core. */
  coreVersion: z.string(),
  nodeVersion: z.string(),
  /** Operating system and CPU architecture: `linux x64`. */
  platform: z.string(),
  licence: z.string(),
  database: z.object({ engine: z.enum(['sqlite', 'postgres']), version: z.string(), bytes: z.int() }),
  /** Milliseconds. */
  startedAt: z.int(),
})
export type About = z.output<typeof About>

export const backupApi = api(panelRoutes.backup, {
  getDb: {
    summary: 'Download a snapshot of the database; SQLite only',
    download: 'application/octet-stream',
    reply: z.string(),
  },
  about: {
    summary: 'Versions of the panel, the core, the runtime and the database',
    reply: About,
  },
})
