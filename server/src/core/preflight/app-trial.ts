import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OtherCore, otherCores } from '#domain/core-config/preflight-apps.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { dialTcp } from '../../platform/egress/dial.ts'
import { isProgram, programsOnPath } from '../binary/locate.ts'
import { isSystemProgram } from '../binary/trusted-binary.ts'

export interface AppProgram {
  core: OtherCore
  path: string
}

const live = new Set<() => void>()
process.on('exit', () => {
  for (const kill of live) kill()
})

const openMs = 10_000
const betweenMs = 50

async function isOpen(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(1_000)
    ;(await dialTcp({ hostname: '127.0.0.1', addresses: ['127.0.0.1'], port, signal })).destroy()
    return true
  } catch {
    return false
  }
}

/** A program with its subscription file, until `stop`. Its files hold nothing but what the trial made up. */
function start({ core, path }: AppProgram, text: string, ca: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-app-'))
  const { file, args } = otherCores[core]
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    return join(folder, name)
  }
  const env = { SSL_CERT_FILE: write('ca.pem', ca), HOME: folder }
  const child = spawn(path, args(write(file, text), folder), { env, stdio: 'ignore', shell: false })
  const kill = () => void child.kill('SIGKILL')
  live.add(kill)
  const ended = once(child, 'close').catch(() => {})
  child.once('error', () => {})
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined,
    async stop(): Promise<void> {
      kill()
      await ended
      live.delete(kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a program of apps with a proxy port for each entry that it can dial; undefined if it does not start. */
export async function startApp(
  program: AppProgram,
  entries: readonly Advertised[],
  ca: string,
  ports: readonly number[],
) {
  const { text, doors } = otherCores[program.core].render(entries, ports)
  const app = start(program, text, ca)
  const until = performance.now() + openMs
  for (const port of doors.values())
    while (!(await isOpen(port))) {
      if (app.hasEnded() || performance.now() > until) {
        await app.stop()
        return undefined
      }
      await new Promise((resolve) => setTimeout(resolve, betweenMs))
    }
  return { doors, stop: app.stop }
}

const named: Record<OtherCore, { variable: string; program: string }> = {
  mihomo: { variable: 'SLUICE_MIHOMO_BIN', program: 'mihomo' },
  'sing-box': { variable: 'SLUICE_SINGBOX_BIN', program: 'sing-box' },
}

/** Other cores on this machine: named by the operator, or on the PATH where no other user could have put them. */
export function findApps(env: NodeJS.ProcessEnv): AppProgram[] {
  return (Object.keys(named) as OtherCore[]).flatMap((core) => {
    const { variable, program } = named[core]
    const found = env[variable]
      ? [env[variable]].filter(isProgram)
      : programsOnPath(env, program).filter((file) => isSystemProgram(file))
    return found[0] === undefined ? [] : [{ core, path: found[0] }]
  })
}
