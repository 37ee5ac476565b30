import { keptErrorLog } from '#domain/core-config/log-section.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import { withoutSecrets } from '#domain/secrets/redact.ts'
import type { LogLine } from '../process/log-line.ts'
import { templateOf } from '../reconcile/desired.ts'
import { type CoreLogDeps, type CoreLogFile, openCoreLog } from './core-log-file.ts'

/** The core's own words in the file that `log.error` names, if it names one; access lines are not among them. */
export function createKeptErrors({ settings, logFolder, policy, log }: CoreLogDeps) {
  let seen: string | undefined
  let open: { name: string; file: CoreLogFile } | undefined

  function file(): CoreLogFile | undefined {
    const { xrayTemplateConfig: text } = settings.current()
    if (text === seen) return open?.file
    seen = text
    const name = keptErrorLog(templateSections(templateOf(settings.current())).log, logFolder)
    if (open?.name === name) return open?.file
    void open?.file.close()
    open = name === undefined ? undefined : { name, file: openCoreLog(name, log, policy) }
    return open?.file
  }

  return {
    /** `isBelieved` is false for a line that a client may have made the core print. */
    onLine({ kind, time, text }: LogLine, isBelieved: boolean): void {
      if (kind === 'access') return
      const level = kind === 'plain' ? '' : ` [${kind}]`
      const origin = isBelieved ? '' : ' (a client may have written this)'
      file()?.write(withoutSecrets(`${time}${level}${origin} ${text}`.trim()).replace(/\p{Cc}+/gu, ' '))
    },
    stop: async () => open?.file.close(),
  }
}
