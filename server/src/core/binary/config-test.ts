import { coreEnvironment } from '../process/environment.ts'
import { breakdown, coreWords } from './error-text.ts'
import { runBinary } from './run-binary.ts'

export type ConfigVerdict =
  | { ok: true }
  /** `refused`: the core rejected it; otherwise the check could not run. */
  | { ok: false; refused: boolean; words: string }

export interface TestConfigOptions {
  /** Folder of the geo files. */
  assetFolder: string
  deadlineMs?: number
}

/** Tests a configuration with the real core, passed on stdin: secrets are never written to a file. Opens no ports. */
export async function testConfig(
  binary: string,
  configText: string,
  { assetFolder, deadlineMs = 15_000 }: TestConfigOptions,
): Promise<ConfigVerdict> {
  try {
    const ran = await runBinary(binary, ['run', '-test', '-c', 'stdin:'], {
      deadlineMs,
      env: coreEnvironment(assetFolder),
      input: configText,
    })
    if (ran.code === 0) return { ok: true }
    if (ran.timedOut)
      return couldNot(`the core did not finish checking the configuration in ${deadlineMs / 1000} s`)
    const said = `${ran.stdout}\n${ran.stderr}`
    const words = breakdown(said) ?? coreWords(said)
    return { ok: false, refused: true, words: words || `the core ended with code ${ran.code} and no word` }
  } catch (error) {
    return couldNot(`the core cannot be started: ${error instanceof Error ? error.message : error}`)
  }
}

const couldNot = (words: string): ConfigVerdict => ({ ok: false, refused: false, words })
