// What is in an archive, by its path there. The layout is what the installer, the updater and the panel rely on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup.mjs'
import { stripped } from './elf.mjs'

const program = 0o755

function below(folder, keep = () => true) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter(keep)
}

const dist = (part) =>
  below(join(root, 'dist', part)).map((path) => ({
    path: `lib/dist/${part}/${path}`,
    from: join(root, 'dist', part, path),
  }))

/** Code, its description and its licence: no sources of native parts, documentation, types or parts for musl. */
const isNeeded = (path) =>
  !/(^|\/)(doc|docs|test|vendor|lib\/native|musl_[^/]+|build)\//.test(path) &&
  !/(^|\/)(browser\.js|cnoke\.cjs|.*\.d\.[cm]?ts|.*\.map)$/.test(path) &&
  (/\.([cm]?js|json|node)$/.test(path) || isLicence(path))

const isLicence = (path) => /^(licen[cs]e|notice)[^/]*$/i.test(path)

const packageFiles = ({ folder, beside }) =>
  beside.flatMap((place) =>
    below(join(folder, place), isNeeded).map((path) => ({
      path: `lib/${place}/${path}`,
      from: join(folder, place, path),
    })),
  )

/** The licences of everything inside, in one file. */
export function licences({ folder, lock, production }) {
  const parts = production.map((place) => {
    const name = place.split('node_modules/').at(-1)
    const files = readdirSync(join(folder, place)).filter(isLicence).sort()
    const text = files.map((file) => readFileSync(join(folder, place, file), 'utf8')).join('\n')
    return `${name} ${lock[place].version} (${lock[place].license ?? 'see its text'})\n\n${text.trim()}\n`
  })
  const own = readFileSync(join(root, 'LICENSE'), 'utf8')
  const core =
    'Xray-core (MPL-2.0)\n\nbin/xray.zst is built from unchanged sources: https://github.com/XTLS/Xray-core\n' +
    'The versions of it and of its modules are in sbom.json.\n'
  return [`Sluice\n\n${own}`, core, ...parts].join(`\n${'='.repeat(80)}\n\n`)
}

/** The command: what `npm start` passes to Node is written into it. */
export function command(script) {
  const { flags, env } = JSON.parse(readFileSync(join(root, 'tools', 'runtime.json'), 'utf8'))
  const exports = Object.entries(env).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`)
  return readFileSync(join(root, 'packaging', script), 'utf8')
    .replace('@ENV@', () => exports.join('\n'))
    .replace('@FLAGS@', () => flags.join(' '))
}

const text = (path, content, mode) => ({ path, mode, bytes: Buffer.from(content) })

export function filesOf({ release, sbom, packages, core }) {
  const node = join(packages.folder, packages.node, 'bin', 'node')
  const packaging = below(join(root, 'packaging'), (path) => !['sluice.sh', 'probe.sh'].includes(path))
  const manifest = { name: 'sluice', version: release.version, type: 'module', private: true }
  return [
    { path: 'bin/node', mode: program, bytes: stripped(readFileSync(node)) },
    { path: 'bin/xray.zst', bytes: core },
    text('bin/sluice', command('sluice.sh'), program),
    ...dist('server'),
    ...dist('web'),
    ...packageFiles(packages),
    text('lib/package.json', `${JSON.stringify(manifest, undefined, 2)}\n`),
    ...packaging.map((path) => ({
      path: `packaging/${path}`,
      from: join(root, 'packaging', path),
      mode: path.endsWith('.sh') ? program : 0o644,
    })),
    text('release.json', `${JSON.stringify(release, undefined, 2)}\n`),
    text('sbom.json', sbom),
    text('LICENSES.txt', licences(packages)),
  ]
}
