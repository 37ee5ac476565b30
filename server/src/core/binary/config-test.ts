import type { Coded } from '#contract/coded.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import { breakdown, coreWords } from './error-text.ts'
import { coreEnvironment, runBinary } from './run-binary.ts'

export type ConfigTestResult =
  | { ok: true }
  /** `refused`: the core rejected it, in its own words; otherwise the check could not run. */
  | { ok: false; refused: boolean; words: string | Coded }

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
): Promise<ConfigTestResult> {
  try {
    const ran = await runBinary(binary, ['run', '-test', '-c', 'stdin:'], {
      deadlineMs,
      env: coreEnvironment(assetFolder),
      input: configText,
    })
    if (ran.code === 0) return { ok: true }
    if (ran.timedOut) return couldNot(coded('core.check-too-slow', { seconds: deadlineMs / 1000 }))
    if (ran.flooded) return couldNot(coded('core.check-writes-on'))
    const said = `${ran.stdout}\n${ran.stderr}`
    const words = breakdown(said) ?? coreWords(said)
    return {
      ok: false,
      refused: true,
      words: words || coded('core.ended-with-code', { code: ran.code ?? '' }),
    }
  } catch (error) {
    return couldNot(coded('core.not-started', { reason: codedOf(error) }))
  }
}

const couldNot = (words: Coded): ConfigTestResult => ({ ok: false, refused: false, words })
