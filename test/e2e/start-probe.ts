import { spawn } from 'node:child_process'
import { coreBinary } from '#test/core-binary.ts'
import { builtProgram } from '#test/program.ts'

/** The built command, on this machine or behind a command that enters another network; private addresses are no bar. */
export function startProbe(folder: string, args: readonly string[], enter: readonly string[] = []) {
  const { node, args: program, env } = builtProgram()
  const flags = ['probe', '--folder', folder, '--core', coreBinary ?? '', '--allow-private']
  const [file = node, ...words] = [...enter, node, ...program, ...flags, ...args]
  const child = spawn(file, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', () => resolve(null))
  })
  return { child, ended, text: () => text }
}

export type RunningProbe = ReturnType<typeof startProbe>
