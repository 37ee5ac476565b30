// Makes the archives and what lies beside them: checksums, SBOM, signatures, and the release list that installed
// panels read. `tools/package.mjs` starts it after a build.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { giveUp, main } from '../child.mjs'
import { root } from '../setup.mjs'
import { coreFor } from './core.mjs'
import { factsOf } from './facts.mjs'
import { filesOf } from './files.mjs'
import { writeContainerFiles } from './images.mjs'
import { downloadOf, manualOf } from './manual.mjs'
import { readSecretKey, sign } from './minisign.mjs'
import { packagesFor } from './packages.mjs'
import { probeFiles } from './probe.mjs'
import { addRelease } from './release-list.mjs'
import { sbomOf } from './sbom.mjs'
import { writeArchive } from './tar.mjs'

const usage = `npm run package -- [flags]

  --arch x64|arm64|all   the processors to make an archive for (all)
  --out FOLDER           where to put the files (dist/package)
  --version VERSION      the version of this release (that of package.json)
  --channel NAME         stable or dev: who is offered this release (stable)
  --updates-from URL     the release list that the installed panels read
  --core FILE            the core's program, instead of one built here with Go; for one processor
  --container            also the Dockerfile and the compose files, with every base image by its digest; refused
                         while packaging/images.json lacks one
  --probe                the archive of a probe instead, which has no panel
  --fast                 compress weakly: for tests

SLUICE_RELEASE_KEY names a file with a secret key of minisign; SLUICE_RELEASE_PASSWORD is its password if it has one.
Without a key nothing is signed, and panels installed from the archive cannot update themselves.`

const largest = 60_000_000
const largestProbe = 40_000_000

const options = {
  arch: { type: 'string', default: 'all' },
  out: { type: 'string', default: join(root, 'dist', 'package') },
  version: { type: 'string' },
  channel: { type: 'string', default: 'stable' },
  'updates-from': { type: 'string', default: '' },
  core: { type: 'string' },
  container: { type: 'boolean', default: false },
  probe: { type: 'boolean', default: false },
  fast: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
}

function readFlags(args) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    return giveUp(`${error.message}\n\n${usage}`)
  }
}

function archesOf({ arch, core }) {
  const all = arch === 'all' ? ['x64', 'arm64'] : [arch]
  if (all.some((one) => one !== 'x64' && one !== 'arm64')) giveUp(`--arch ${arch}: use x64, arm64 or all.`)
  if (core && all.length > 1) giveUp('--core names one program: add --arch x64 or --arch arm64.')
  return all
}

async function hashOf(file, algorithm = 'sha256') {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  return hash.digest()
}

function keyOfRelease() {
  const file = process.env.SLUICE_RELEASE_KEY
  return file ? readSecretKey(file, process.env.SLUICE_RELEASE_PASSWORD) : undefined
}

async function makeArchive(arch, { flags, facts, out, key }) {
  const { version, commitTime } = facts
  const packages = await packagesFor(arch)
  const core = await coreFor(arch, { file: flags.core && resolve(flags.core), fast: flags.fast })
  const release = {
    version,
    arch,
    commitTime,
    core: facts.core,
    coreSha256: core.sha256,
    schema: facts.schema,
    keys: key ? [key.publicKey] : [],
    updatesFrom: flags['updates-from'],
  }
  const sbom = sbomOf(release, packages)
  const name = `sluice-${version}-linux-${arch}`
  const archive = join(out, `${name}.tar.gz`)
  const files = filesOf({ release, sbom, packages, core: core.packed() })
  await writeArchive(archive, `sluice-${version}`, files, { time: commitTime, fast: flags.fast })
  writeFileSync(join(out, `${name}.sbom.json`), sbom)
  const size = checkedSize(archive, largest, flags)
  return [arch, { url: basename(archive), sha256: (await hashOf(archive)).toString('hex'), size }]
}

function checkedSize(archive, most, { fast }) {
  const { size } = statSync(archive)
  if (size > most && !fast)
    giveUp(`${archive} has ${size} bytes; at most ${most} are allowed. See what grew.`)
  console.log(`${archive}: ${(size / 1e6).toFixed(1)} MB`)
  return size
}

async function makeProbe(arch, { flags, facts, out }) {
  const { version, commitTime } = facts
  const packages = await packagesFor(arch)
  const core = await coreFor(arch, { file: flags.core && resolve(flags.core), fast: flags.fast })
  const files = probeFiles({ release: { version }, packages, core: core.program })
  const archive = join(out, `sluice-probe-${version}-linux-${arch}.tar.xz`)
  await writeArchive(archive, `sluice-probe-${version}`, files, { time: commitTime, fast: flags.fast })
  checkedSize(archive, largestProbe, flags)
}

/** What an operator reads first; it names an address and a key, so both must be known. */
function writeManual(out, { version }, { 'updates-from': updatesFrom }, key) {
  const file = join(out, 'INSTALL.md')
  rmSync(file, { force: true })
  if (!updatesFrom || !key)
    return console.log('No INSTALL.md: it needs --updates-from and SLUICE_RELEASE_KEY.')
  const text = readFileSync(join(root, 'docs', 'install.md'), 'utf8')
  writeFileSync(file, manualOf(text, { download: downloadOf(updatesFrom), key: key.publicKey, version }))
}

/** Only what this command makes: a folder may hold other files. */
const isPart = (name) =>
  /^(sluice-.*\.(tar\.[gx]z|sbom\.json)|releases\.json|install\.sh|INSTALL\.md)$/.test(name)

async function writeSums(out) {
  const lines = []
  for (const name of readdirSync(out).filter(isPart).sort())
    lines.push(`${(await hashOf(join(out, name))).toString('hex')}  ${name}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
}

/** What an operator or a panel reads first, and the archives themselves. */
async function signAll(out, key) {
  const names = readdirSync(out).filter((name) =>
    /^(sluice-.*\.tar\.[gx]z|releases\.json|SHA256SUMS)$/.test(name),
  )
  for (const name of names) {
    const file = join(out, name)
    if (key) writeFileSync(`${file}.minisig`, sign(key, await hashOf(file, 'blake2b512'), `file:${name}`))
    else rmSync(`${file}.minisig`, { force: true })
  }
}

await main(async (args) => {
  const flags = readFlags(args)
  if (flags.help) {
    console.log(usage)
    return 0
  }
  if (!['stable', 'dev'].includes(flags.channel)) giveUp(`--channel ${flags.channel}: use stable or dev.`)
  const arches = archesOf(flags)
  const out = resolve(flags.out)
  mkdirSync(out, { recursive: true })
  if (flags.container) writeContainerFiles(out)
  const key = keyOfRelease()
  const facts = factsOf(flags.version)
  if (flags.probe) {
    for (const arch of arches) await makeProbe(arch, { flags, facts, out })
    await writeSums(out)
    await signAll(out, key)
    return 0
  }
  const archives = []
  for (const arch of arches) archives.push(await makeArchive(arch, { flags, facts, out, key }))
  addRelease(join(out, 'releases.json'), {
    version: facts.version,
    channel: flags.channel,
    date: new Date(facts.commitTime * 1000).toISOString(),
    notes: facts.notes,
    core: facts.core,
    schema: facts.schema,
    archives: Object.fromEntries(archives),
  })
  copyFileSync(join(root, 'packaging', 'install.sh'), join(out, 'install.sh'))
  writeManual(out, facts, flags, key)
  await writeSums(out)
  await signAll(out, key)
  console.log(key ? `Signed with ${key.publicKey}.` : 'Not signed: SLUICE_RELEASE_KEY names no key.')
  return 0
})
