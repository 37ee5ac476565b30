import { Readable } from 'node:stream'
import { auditApi } from '#contract/audit-api.ts'
import type { BulkReads } from '../bulk-reads/bulk-reads.ts'
import { sendStream } from '../http/envelope.ts'
import type { Mount } from '../http/mount.ts'
import { createReading } from './reading.ts'

export function auditRoutes(mount: Mount, bulkReads: BulkReads): void {
  const reading = createReading(bulkReads)
  mount(auditApi.list, ({ query: { page, pageSize, ...filter } }) => reading.page(filter, page, pageSize))
  mount(auditApi.actors, () => reading.actors())
  mount(auditApi.export, ({ query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="sluice-audit.csv"')
    return sendStream(reply, Readable.from(reading.csv(query)), auditApi.export.download)
  })
}
