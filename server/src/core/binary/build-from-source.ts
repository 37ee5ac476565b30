import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { coded, Refusal } from '#domain/refusal.ts'
import { PINNED_VERSION } from './binary-version.ts'
import { inTens } from './download.ts'
import { pinnedToolchain, provideGo, type ToolchainDeps } from './go-toolchain.ts'
import { programsOnPath } from './locate.ts'
import { moduleFolder } from './platform.ts'
import { stepOf } from './progress.ts'
import { type Ran, runBinary } from './run-binary.ts'

const BUILD_MS = 30 * 60_000
const ASK_MS = 20_000
const PACKAGE = 'github.com/xtls/xray-core/main'
/** What tools/core/go.mod asks for. */
const OLDEST_MINOR = 26

/** Variables that Go needs to download and compile; the checksums of all modules are committed (tools/core/go.sum). */
const passed =
  /^(PATH|HOME|USER|LANG|TMPDIR|XDG_CACHE_HOME|GO[A-Z0-9_]*|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY|(https?|no)_proxy)$/
/** These would build for another machine. */
const dropped = /^GO(OS|ARCH|AMD64|ARM64|EXPERIMENT)$/

export interface BuildDeps extends ToolchainDeps {
  /** Folder with go.mod and go.sum. */
  moduleFolder?: string
}

function environment(env: NodeJS.ProcessEnv, own: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => passed.test(name) && !dropped.test(name))
  return { ...Object.fromEntries(kept), CGO_ENABLED: '0', ...own }
}

/** The Go on the PATH, if it is new enough to build the core without fetching another Go. */
async function usableGo(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const [go] = programsOnPath(env, 'go')
  if (!go) return undefined
  const asked = { deadlineMs: ASK_MS, env: environment(env, { GOTOOLCHAIN: 'local' }), cwd: '/' }
  const ran = await runBinary(go, ['version'], asked).catch(() => undefined)
  const minor = Number(/\bgo1\.(\d+)/.exec(ran?.stdout ?? '')?.[1])
  return minor >= OLDEST_MINOR ? go : undefined
}

/**
 * Builds the pinned core into `target` from committed checksums: `-mod=readonly` refuses anything else. Without a Go on
 * this machine, the pinned one is fetched for it and removed afterwards.
 */
export async function buildCore(target: string, deps: BuildDeps): Promise<void> {
  const folder = deps.moduleFolder ?? moduleFolder()
  if (!existsSync(join(folder, 'go.mod'))) throw new Refusal('core.build-no-module', { folder })
  const here = await usableGo(deps.env)
  if (here) {
    deps.report(stepOf('build', coded('core-step.building')))
    return compile({ go: here, env: {} }, folder, target, deps)
  }
  const { version: go, megabytes } = deps.toolchain ?? pinnedToolchain
  deps.report(stepOf('download', coded('core-step.go-needed', { version: PINNED_VERSION, go, megabytes }), 0))
  const own = await provideGo(deps)
  await compile(own, folder, target, deps)
  own.remove()
}

async function compile(
  { go, env: own }: { go: string; env: Record<string, string> },
  cwd: string,
  target: string,
  { env, report, signal }: BuildDeps,
): Promise<void> {
  const run = async (args: readonly string[], onOutput: (text: string) => void): Promise<Ran> => {
    const options = { deadlineMs: BUILD_MS, cwd, env: environment(env, own), onOutput }
    const ran = await runBinary(go, args, { ...options, ...(signal && { signal }) })
    refuseFailed(ran, signal)
    return ran
  }
  let fetched = 0
  const { stdout } = await run(['list', '-mod=readonly', '-deps', PACKAGE], (text) => {
    const more = linesOf(text).filter((line) => line.includes('downloading')).length
    fetched += more
    if (more > 0) report(stepOf('build', coded('core-step.fetching-modules', { count: fetched }), 25))
  })
  const total = linesOf(stdout).length
  let done = 0
  const onTenth = inTens((percent) =>
    report(
      stepOf('build', coded('core-step.built', { done, total, percent }), 25 + Math.round(percent * 0.6)),
    ),
  )
  const lean = ['-trimpath', '-buildvcs=false', '-ldflags', '-s -w']
  await run(['build', '-mod=readonly', '-v', ...lean, '-o', target, PACKAGE], (text) => {
    done = Math.min(total, done + linesOf(text).length)
    onTenth(done, total)
  })
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean)

function refuseFailed(ran: Ran, signal: AbortSignal | undefined): void {
  if (ran.timedOut) throw new Refusal('core.build-too-slow', { minutes: BUILD_MS / 60_000 })
  if (signal?.aborted) throw new Refusal('core.build-cancelled')
  if (ran.code === 0) return
  const said = linesOf(ran.stderr).slice(-3).join(' ')
  throw new Refusal('core.build-failed', {
    reason: said || coded('program.ended', { code: ran.code ?? '' }),
  })
}
