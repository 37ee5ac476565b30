import type { About } from '#contract/backup-api.ts'
import type { Core } from '../core/room.ts'
import { licence, version } from '../platform/version.ts'
import type { Base } from '../settings/base-services.ts'
import type { Db } from '../store/open.ts'

export async function aboutDatabase(db: Db): Promise<About['database']> {
  if (db.bulk.kind === 'file') {
    // Counted in pages: most of a busy database may still be in the write-ahead log.
    const [row] = await db.rows<{ version: string; bytes: number }>(
      `select sqlite_version() as version, page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()`,
      [],
    )
    return { engine: 'sqlite', version: row?.version ?? '', bytes: Number(row?.bytes ?? 0) }
  }
  const [row] = await db.rows<{ version: string; bytes: number | string }>(
    "select current_setting('server_version') as version, pg_database_size(current_database()) as bytes",
    [],
  )
  return { engine: 'postgres', version: row?.version ?? '', bytes: Number(row?.bytes ?? 0) }
}

/** What the panel says about itself. */
export function createAbout({ db, core, now }: Pick<Base, 'db' | 'now'> & { core: Pick<Core, 'status'> }) {
  const startedAt = now()
  return async (): Promise<About> => ({
    version,
    coreVersion: core.status().version,
    nodeVersion: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    licence,
    database: await aboutDatabase(db),
    startedAt,
  })
}
