import { type CoreFile, coreFileBytes } from '#contract/core-api.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import type { HttpRequest } from '../../platform/http/request.ts'
import { receiveFile } from '../../platform/http/upload.ts'
import type { Base } from '../../settings/base-services.ts'
import { fetchGiven, givenFolder, keepGiven } from './given-file.ts'

interface Deps extends Pick<Base, 'settings' | 'now'> {
  egress: Pick<Egress, 'safeDownload'>
}

/** Cores that operators bring, by upload or from a mirror. */
export function createGivenFiles({ egress, settings, now }: Deps) {
  const { env } = process
  return {
    async upload(request: HttpRequest): Promise<CoreFile> {
      const rules = { field: 'file', folder: givenFolder(env), mostBytes: coreFileBytes }
      const { path, filename } = await receiveFile(request, rules)
      return keepGiven(path, filename, { env, now })
    },
    fetch: (url: string): Promise<CoreFile> =>
      fetchGiven(url, { env, now, egress, allowPrivateAddress: settings.current().updateAllowPrivate }),
  }
}

export type GivenFiles = ReturnType<typeof createGivenFiles>
