// Other versions of the core for the tests, each fetched and built once, then cached. Those before the pinned one come from
// the module servers. Later ones are not there: their Python package has the core compiled, which serves, and its source,
// from which the program of the commands is built (`version`, `run -test`, `convert`). Two modules of that source are not on
// the module servers either, so tools/core-after/go.mod names older ones: that program alone must not serve Reality.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { exitCodeOf, run, throwIfInterrupted } from './child.mjs'
import { buildGo } from './go.mjs'
import { root } from './setup.mjs'

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice', 'core')
const after = join(root, 'tools', 'core-after')

/** The oldest that the module servers have of those that the panel supports. */
const older = ['26.6.1']
const newer = ['26.9.9', '26.9.30']
export const newest = '26.10.10'

async function call(file, args) {
  const result = await run(file, args, { capture: true }).catch((error) => ({
    code: 1,
    output: String(error),
  }))
  throwIfInterrupted()
  if (exitCodeOf(result) !== 0)
    throw new Error(`${file} ${args[0]}: ${result.output.trim().split('\n').at(-1)}`)
}

const buildBefore = (version, folder) =>
  buildGo('github.com/xtls/xray-core/main', join(folder, 'xray'), {
    folder: join(root, 'tools', 'core-before'),
    name: `core ${version}`,
  })

/** Every file that is fetched has its hash in tools/core-after. */
async function buildAfter(version, folder, place) {
  const venv = join(folder, 'python')
  await call('python3', ['-m', 'venv', venv])
  const python = join(venv, 'bin', 'python')
  const pip = (command, name, ...more) =>
    call(python, [
      '-m',
      'pip',
      command,
      '-q',
      '--no-deps',
      '--require-hashes',
      '-r',
      join(after, `${name}.txt`),
      ...more,
    ])
  await pip('install', version, '--only-binary', ':all:')
  await pip('install', 'setuptools')
  await pip('download', version, '--no-binary', ':all:', '--no-build-isolation', '-d', folder)
  const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz'))
  const source = join(folder, 'source')
  mkdirSync(source)
  await call('tar', ['-xzf', join(folder, archive), '-C', source, '--strip-components=1'])
  await buildGo('./main', join(folder, 'commands'), {
    folder: join(source, 'xray-go'),
    name: `core ${version}`,
    env: { GOFLAGS: `-modfile=${join(after, 'go.mod')}` },
  })
  rmSync(source, { recursive: true })
  // The folder is moved to its place afterwards: the script names that one.
  const script = `#!/bin/sh
if [ "$1" = run ] && [ "$2" != -test ]; then exec ${place}/python/bin/python ${place}/serve.py ${place}/commands "$@"; fi
exec ${place}/commands "$@"
`
  writeFileSync(join(folder, 'serve.py'), readFileSync(join(after, 'serve.py')))
  writeFileSync(join(folder, 'xray'), script, { mode: 0o755 })
}

async function install(version) {
  const place = join(cache, version, `${process.platform}-${process.arch}`)
  const path = join(place, 'xray')
  if (existsSync(path)) return path
  console.log(`\ncore ${version}: fetched and built once (minutes), then cached`)
  mkdirSync(join(cache, version), { recursive: true, mode: 0o700 })
  const workshop = mkdtempSync(join(cache, version, 'new-'))
  try {
    await (older.includes(version) ? buildBefore : buildAfter)(version, workshop, place)
    if (!existsSync(path)) renameSync(workshop, place) // atomic, also with a concurrent build
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  return path
}

/** The paths of other versions by their names, and why any are missing; all of them in the long run only. */
export async function getCores() {
  const paths = {}
  const reasons = []
  for (const version of process.env.SLUICE_LONG ? [...older, ...newer, newest] : [newest])
    try {
      paths[version] = await install(version)
    } catch (error) {
      throwIfInterrupted()
      reasons.push(`core ${version} (${error.message})`)
    }
  return { paths, reasons }
}
