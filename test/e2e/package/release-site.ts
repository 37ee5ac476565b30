import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { schemaNumber } from '#server/store/migrate.ts'
import { type Site, startSite } from '#test/fixtures/loopback-net.ts'
import { readSecretKey, sign } from '../../../tools/package/minisign.mjs'
import { addRelease } from '../../../tools/package/release-list.mjs'
import { archiveIn, buildPackage, fastFlags, makeKey } from './build.ts'

/** A site with packages and a signed list of them, as `npm run package` makes both. */
export interface ReleaseSite {
  /** What an operator would fetch from there. */
  folder: string
  url: string
  /** Makes another release and puts it on the site. */
  publish(version: string): void
  /** A release with this program in the place of the panel's; it says that it has one migration more. */
  publishBroken(version: string, program: string): void
  close(): Promise<void>
}

const hashOf = (file: string, algorithm: string) => createHash(algorithm).update(readFileSync(file)).digest()

/** `place` is a folder of the test's own. */
export async function createReleaseSite(place: string): Promise<ReleaseSite> {
  const folder = join(place, 'site')
  mkdirSync(folder)
  const { secret } = makeKey(place)
  const site: Site = await startSite((request, response) => {
    const file = join(folder, basename(request.url ?? ''))
    if (existsSync(file) && statSync(file).isFile()) createReadStream(file).pipe(response)
    else response.writeHead(404).end()
  })
  const url = `http://127.0.0.1:${site.port}/releases.json`
  const build = (out: string, version: string) =>
    buildPackage(out, [...fastFlags, '--version', version, '--updates-from', url], secret)

  /** The unpacked package, changed, and packed again. */
  function breakPackage(archive: string, version: string, program: string): void {
    const unpacked = join(place, 'broken')
    mkdirSync(unpacked)
    execFileSync('tar', ['-xzf', archive, '-C', unpacked])
    const top = join(unpacked, `sluice-${version}`)
    writeFileSync(join(top, 'lib', 'dist', 'server', 'main.js'), program)
    const release = JSON.parse(readFileSync(join(top, 'release.json'), 'utf8'))
    writeFileSync(join(top, 'release.json'), JSON.stringify({ ...release, schema: schemaNumber + 1 }))
    execFileSync('tar', ['-C', unpacked, '-I', 'gzip -1', '-cf', archive, basename(top)])
    rmSync(unpacked, { recursive: true })
  }

  return {
    folder,
    url,
    publish: (version) => void build(folder, version),
    publishBroken(version, program) {
      build(folder, version)
      const archive = archiveIn(folder, version)
      breakPackage(archive, version, program)
      const list = join(folder, 'releases.json')
      const [release] = JSON.parse(readFileSync(list, 'utf8')).releases
      const sha256 = hashOf(archive, 'sha256').toString('hex')
      addRelease(list, {
        ...release,
        schema: schemaNumber + 1,
        archives: { [process.arch]: { url: basename(archive), sha256, size: statSync(archive).size } },
      })
      const comment = 'file:releases.json'
      writeFileSync(`${list}.minisig`, sign(readSecretKey(secret), hashOf(list, 'blake2b512'), comment))
    },
    close: () => site.stop(),
  }
}
