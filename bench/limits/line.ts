import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Namespace } from '#test/e2e/fleet/namespaces.ts'

const ip = (enter: readonly string[], ...args: string[]) => {
  const [command = 'ip', ...rest] = [...enter, 'ip', ...args]
  execFileSync(command, rest)
}

/** A line from here into a namespace. */
export interface Line {
  near: string
  far: string
  close(): Promise<void>
}

/** Every packet takes half of the round trip each way. */
export async function openLine({ enter, pid }: Namespace, roundTripMs = 20): Promise<Line> {
  const [near, far] = ['10.213.0.1', '10.213.0.2']
  const [here, there] = [`sln${process.pid}`, `slf${process.pid}`]
  const script = fileURLToPath(new URL('./delay-line.ts', import.meta.url))
  const args = [script, here, there, String(roundTripMs / 2)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  ip([], 'link', 'set', there, 'netns', String(pid))
  ip([], 'address', 'add', near, 'peer', far, 'dev', here)
  ip(enter, 'address', 'add', far, 'peer', near, 'dev', there)
  ip([], 'link', 'set', here, 'up')
  ip(enter, 'link', 'set', there, 'up')
  return {
    near,
    far,
    async close() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
