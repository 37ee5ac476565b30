// Builds a program from a module folder of ours: every checksum is in its committed go.sum, and the bytes depend on
// nothing but the source and the version of Go.
import { exitCodeOf, run, throwIfInterrupted } from './child.mjs'

const lean = ['-trimpath', '-buildvcs=false', '-ldflags', '-s -w']

export async function buildGo(program, target, { folder, tags = '', env = {} }) {
  const args = ['build', '-mod=readonly', '-tags', tags, ...lean, '-o', target, program]
  const result = await run('go', args, {
    cwd: folder,
    env: { ...process.env, CGO_ENABLED: '0', ...env },
    capture: true,
  }).catch((error) => ({ code: 1, output: error.code === 'ENOENT' ? 'Go is not installed' : String(error) }))
  throwIfInterrupted()
  if (exitCodeOf(result) === 0) return
  throw new Error(result.output.trim().split('\n').slice(-2).join(' ') || 'Go printed no error')
}
