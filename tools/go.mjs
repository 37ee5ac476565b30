// Builds a program from a module folder of ours: every checksum is in its committed go.sum, and the bytes depend on
// nothing but the source and the version of Go.
import { basename } from 'node:path'
import { exitCodeOf, run, throwIfInterrupted } from './child.mjs'
import { createGoProgress } from './go-progress.mjs'

const lean = ['-trimpath', '-buildvcs=false', '-ldflags', '-s -w']

export async function buildGo(program, target, { folder, tags = '', env = {}, name = basename(target) }) {
  const progress = createGoProgress(name, (line) => console.log(line))
  const go = async (args, onLine) => {
    const result = await run('go', args, {
      cwd: folder,
      env: { ...process.env, CGO_ENABLED: '0', ...env },
      capture: true,
      onLine,
    }).catch((error) => ({
      code: 1,
      output: error.code === 'ENOENT' ? 'Go is not installed' : String(error),
    }))
    throwIfInterrupted()
    if (exitCodeOf(result) === 0) return result.output
    throw new Error(result.output.trim().split('\n').slice(-2).join(' ') || 'Go printed no error')
  }
  progress.found(await go(['list', '-mod=readonly', '-deps', '-tags', tags, program], progress.fetching))
  const args = ['build', '-mod=readonly', '-v', '-tags', tags, ...lean, '-o', target, program]
  await go(args, progress.compiling)
  progress.done()
}
