import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { healthApi } from '#contract/health-api.ts'
import { sendStream } from '../platform/http/envelope.ts'
import type { Mount } from '../platform/http/mount.ts'
import { filesOfLog } from '../platform/log-file.ts'
import type { DoctorRoom } from './room.ts'

export function doctorRoutes(mount: Mount, doctor: DoctorRoom, logFile: string): void {
  mount(healthApi.doctor, () => doctor.report())
  mount(healthApi.client, ({ params }) => doctor.diagnose(params.email ?? ''))
  mount(healthApi.check, () => doctor.check())
  mount(healthApi.fix, ({ body, actor }) => doctor.fix(body.id, actor))
  mount(healthApi.downloadLog, ({ reply }) => {
    reply.header('content-disposition', 'attachment; filename="sluice.log"')
    return sendStream(reply, Readable.from(textOf(filesOfLog(logFile))), healthApi.downloadLog.download)
  })
}

/** One after the other; a file that was rotated away meanwhile is left out. */
async function* textOf(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) {
    try {
      yield* createReadStream(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
