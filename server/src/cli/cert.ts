import type { Config } from '../platform/config.ts'
import { parseFlags } from './flags.ts'
import { withStorage } from './offline.ts'
import { certLines } from './setting.ts'

export async function certCommand(
  config: Config,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const { webCert, webCertKey, reset } = parseFlags(args, {
    webCert: 'text',
    webCertKey: 'text',
    reset: 'switch',
  })
  await withStorage(config, async ({ settings }) => {
    const actor = { kind: 'cli' as const, name: 'sluice cert', address: '' }
    if (reset) await settings.set({ webCertFile: '', webKeyFile: '' }, actor)
    else if (webCert !== undefined || webCertKey !== undefined) {
      await settings.set(
        {
          webCertFile: webCert ?? settings.current().webCertFile,
          webKeyFile: webCertKey ?? settings.current().webKeyFile,
        },
        actor,
      )
    }
    for (const line of certLines(settings.current())) print(line)
  })
}
