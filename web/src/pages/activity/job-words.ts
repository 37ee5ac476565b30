import { coreUsersWork } from '#contract/work-names.ts'
import type { PlainKey } from '../../i18n/translation.tsx'
import { wordFor } from '../../i18n/word-for.ts'

/** `job.coreVerify` is the purpose of the job `core-verify`; a job without a label is shown by its name. */
export const jobWords = (name: string): PlainKey | undefined =>
  wordFor(
    'job',
    name.replace(/-(.)/g, (_, first: string) => first.toUpperCase()),
  )

/** Long work by the endpoint that started it; the first match counts. */
const works: readonly (readonly [begins: string, words: PlainKey])[] = [
  [coreUsersWork, 'work.coreUsers'],
  ['/panel/api/server/installXray', 'work.install'],
  ['/panel/api/server/preflight', 'work.preflight'],
  ['/panel/api/server/coreMirror', 'work.coreMirror'],
  ['/panel/api/server/restartXrayService', 'work.coreRestart'],
  ['/panel/api/server/updateGeofile', 'work.geo'],
  ['/panel/api/custom-geo', 'work.geo'],
  ['/panel/api/server/scanReality', 'work.scan'],
  ['/panel/api/clients', 'work.clients'],
  ['/panel/api/inbounds', 'work.inbounds'],
  ['/panel/xray', 'work.network'],
  ['/panel/setting', 'work.settings'],
  ['/panel/api/certificates', 'work.certificates'],
  ['/panel/api/backups', 'work.backup'],
  ['/panel/api/server/importDB', 'work.backup'],
]
export const workWords = (path: string): PlainKey | undefined =>
  works.find(([begins]) => path.startsWith(begins))?.[1]
