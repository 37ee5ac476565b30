// The archive of a probe: Node, the core, and of the program only what the command needs. Packed with xz, which is ten
// megabytes better than gzip.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup.mjs'
import { stripped } from './elf.mjs'
import { command, licences } from './files.mjs'

const server = join(root, 'dist', 'server')
const program = 0o755

/** A file of the bundle and all that it names. */
function neededBy(name, found = new Set()) {
  if (found.has(name)) return found
  found.add(name)
  const code = readFileSync(join(server, name), 'utf8')
  for (const [, next] of code.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) neededBy(next, found)
  return found
}

export function probeFiles({ release, packages, core }) {
  const node = join(packages.folder, packages.node, 'bin', 'node')
  const manifest = { name: 'sluice-probe', version: release.version, type: 'module', private: true }
  const text = (path, content, mode) => ({ path, mode, bytes: Buffer.from(content) })
  return [
    { path: 'bin/node', mode: program, bytes: stripped(readFileSync(node)) },
    { path: 'bin/xray', mode: program, bytes: core },
    text('bin/sluice-probe', command('probe.sh'), program),
    ...[...neededBy('json-worker.js', neededBy('probe.js'))].map((name) => ({
      path: `lib/dist/server/${name}`,
      from: join(server, name),
    })),
    text('lib/package.json', `${JSON.stringify(manifest, undefined, 2)}\n`),
    text('LICENSES.txt', licences(packages)),
  ]
}
