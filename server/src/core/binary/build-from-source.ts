import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { coded, Refusal } from '#domain/refusal.ts'
import { type Report, stepOf } from './progress.ts'
import { runBinary } from './run-binary.ts'

const BUILD_MS = 20 * 60_000
const PACKAGE = 'github.com/xtls/xray-core/main'

export function findGo(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return folders
    .map((folder) => join(folder, 'go'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Variables that Go needs to download and compile; the checksums of all modules are committed (tools/core/go.sum). */
const passed =
  /^(PATH|HOME|USER|LANG|TMPDIR|XDG_CACHE_HOME|GO[A-Z0-9_]*|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY|(https?|no)_proxy)$/

export interface BuildDeps {
  /** Folder with go.mod and go.sum. */
  moduleFolder: string
  env: NodeJS.ProcessEnv
  report: Report
  signal?: AbortSignal | undefined
}

/** Builds the pinned core into `target` from committed checksums: `-mod=readonly` refuses anything else. */
export async function buildCore(go: string, target: string, deps: BuildDeps): Promise<void> {
  const { moduleFolder, env, report, signal } = deps
  if (!existsSync(join(moduleFolder, 'go.mod')))
    throw new Refusal('core.build-no-module', { folder: moduleFolder })
  report(stepOf('build', coded('core-step.building')))
  let fetched = 0
  const ran = await runBinary(
    go,
    ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', target, PACKAGE],
    {
      deadlineMs: BUILD_MS,
      cwd: moduleFolder,
      env: {
        ...Object.fromEntries(Object.entries(env).filter(([name]) => passed.test(name))),
        CGO_ENABLED: '0',
      },
      ...(signal && { signal }),
      onOutput(text) {
        const more = text.split('\n').filter((line) => line.includes('downloading')).length
        fetched += more
        if (more > 0) report(stepOf('build', coded('core-step.fetching-modules', { count: fetched })))
      },
    },
  )
  if (ran.timedOut) throw new Refusal('core.build-too-slow', { minutes: BUILD_MS / 60_000 })
  if (signal?.aborted) throw new Refusal('core.build-cancelled')
  const said = ran.stderr.trim().split('\n').slice(-3).join(' ')
  if (ran.code !== 0)
    throw new Refusal('core.build-failed', {
      reason: said || coded('program.ended', { code: ran.code ?? '' }),
    })
}
