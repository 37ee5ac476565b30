import { Readable } from 'node:stream'
import { auditApi } from '#contract/audit-api.ts'
import { sendStream } from '../platform/http/envelope.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
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
