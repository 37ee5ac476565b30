// The npm packages of a release: those of this machine's processor are installed already, those of another one are
// fetched by the lockfile into a folder of their own.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodeOf, giveUp, run, throwIfInterrupted } from '../child.mjs'
import { npmCommand, root } from '../setup.mjs'

/** Imported by the bundle at run time; everything else is inside the bundle (tools/build-server.mjs). */
const besideTheBundle = ['koffi', '@node-rs/argon2', '@node-rs/bcrypt']

const has = (list, wanted) => list === undefined || [list].flat().includes(wanted)
/** Whether a package is for Linux with glibc on this processor. */
const fits = (entry, arch) => has(entry.cpu, arch) && has(entry.os, 'linux') && has(entry.libc, 'glibc')

async function fetchFor(arch, lockText) {
  const hash = createHash('sha256').update(lockText).digest('hex').slice(0, 16)
  const folder = join(root, '.cache', 'package', `npm-${arch}-${hash}`)
  const stamp = join(folder, 'complete')
  if (existsSync(stamp)) return folder
  console.log(`npm: fetching the packages for ${arch}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name))
  const [file, before] = npmCommand()
  const which = ['--omit=dev', '--include=optional', `--cpu=${arch}`, '--os=linux', '--libc=glibc']
  const quiet = ['--ignore-scripts', '--loglevel=error', '--no-progress', '--no-audit', '--no-fund']
  const result = await run(file, [...before, 'ci', ...which, ...quiet], { cwd: folder, capture: true })
  throwIfInterrupted()
  if (exitCodeOf(result) !== 0) giveUp(`${result.output}\nThe packages for ${arch} could not be fetched.`)
  writeFileSync(stamp, '')
  return folder
}

/** The place of a package that another one asks for: the nearest `node_modules` that has it. */
function placeOf(all, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (all[place]) return place
    if (at === '') return undefined
  }
}

/** These packages and everything that they need on this processor, by their places. */
export function closure(all, names, arch) {
  const found = new Set()
  const visit = (from, name) => {
    const place = placeOf(all, from, name)
    if (!place || found.has(place) || !fits(all[place], arch)) return
    found.add(place)
    const { dependencies, optionalDependencies } = all[place]
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(place, next)
  }
  for (const name of names) visit('', name)
  return [...found].sort()
}

export async function packagesFor(arch) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lock = JSON.parse(lockText).packages
  const folder = arch === process.arch ? root : await fetchFor(arch, lockText)
  const { dependencies } = lock['']
  return {
    folder,
    lock,
    node: `node_modules/node-linux-${arch}`,
    beside: closure(lock, besideTheBundle, arch),
    production: closure(lock, [...Object.keys(dependencies), 'koffi', `node-linux-${arch}`], arch),
  }
}
