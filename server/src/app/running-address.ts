import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListenPlan } from '../platform/http/address.ts'

/** Where a running panel is served. Flags are stored nowhere else, and the command line has to know. */
export interface RunningAddress {
  panel: ListenPlan
  basePath: string
}

const fileIn = (dataFolder: string): string => join(dataFolder, 'served.json')

export const runningAddress = {
  note({ panel, basePath }: RunningAddress, dataFolder: string): void {
    writeFileSync(fileIn(dataFolder), JSON.stringify({ panel, basePath }), { mode: 0o600 })
  },
  forget: (dataFolder: string): void => rmSync(fileIn(dataFolder), { force: true }),
  /** Undefined if no panel runs. */
  read(dataFolder: string): RunningAddress | undefined {
    try {
      return JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')) as RunningAddress // written above
    } catch {
      return undefined
    }
  },
}
