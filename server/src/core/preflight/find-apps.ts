import { delimiter, join } from 'node:path'
import type { OtherCore } from '#domain/core-config/preflight-apps.ts'
import { isProgram } from '../binary/locate.ts'
import { isSystemProgram } from '../binary/trusted-binary.ts'
import type { AppProgram } from './app-trial.ts'

const named: Record<OtherCore, { variable: string; program: string }> = {
  mihomo: { variable: 'SLUICE_MIHOMO_BIN', program: 'mihomo' },
  'sing-box': { variable: 'SLUICE_SINGBOX_BIN', program: 'sing-box' },
}

/** Other cores on this machine: named by the operator, or on the PATH where no other user could have put them. */
export function findApps(env: NodeJS.ProcessEnv): AppProgram[] {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return (Object.keys(named) as OtherCore[]).flatMap((core) => {
    const { variable, program } = named[core]
    const found = env[variable]
      ? [env[variable]].filter(isProgram)
      : folders
          .map((folder) => join(folder, program))
          .filter((file) => isProgram(file) && isSystemProgram(file))
    return found[0] === undefined ? [] : [{ core, path: found[0] }]
  })
}
