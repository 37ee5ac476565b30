import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UpdateState } from '#contract/updates.ts'
import { switchTo } from '#server/platform/release/layout.ts'
import { schemaNumber } from '#server/store/migrate.ts'
import { type Site, startSite } from '#test/fixtures/loopback-net.ts'
import { createSigner } from '#test/fixtures/minisign.ts'
import { until } from '#test/until.ts'
import { sharedTmp } from '../../tools/shared-tmp.mjs'
import type { VisitedPanel } from './core/core-panel.ts'

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const arch = process.arch === 'arm64' ? 'arm64' : 'x64'

const changing = (statements: string) => `
  import { once } from 'node:events'
  import { DatabaseSync } from 'node:sqlite'
  process.send({ sluice: 'loaded' })
  await once(process, 'message')
  const db = new DatabaseSync(process.env.SLUICE_DB_FOLDER + '/sluice.db')
  db.exec("${statements}")
  db.close()
  process.exit(3)`

/** Changes what is in the database, and then fails. */
export const changesAndFails = changing('delete from clients')
/** Changes the database as a newer version would, and then fails. */
export const migratesAndFails = changing(
  "create table of_tomorrow (id integer); delete from clients; insert into schema_migrations (name, applied_at) values ('999-of-tomorrow', 1)",
)

interface Build {
  schema?: number
  /** In the place of the panel's program. */
  program?: string
}

/** An installed panel in a folder, and a site with signed releases for it. */
export interface UpdateStage {
  home: string
  url: string
  /** The folder of a version's `lib`. */
  lib(version: string): string
  /** Puts another release on the site; the list has all of them. */
  publish(version: string, build?: Build): void
  /** Changes a byte of a published archive. */
  damage(version: string): void
  close(): Promise<void>
}

/** The built program as a package has it. Node itself is left out: a script starts the one that runs the tests. */
function makeVersion(
  folder: string,
  version: string,
  keys: readonly string[],
  url: string,
  build: Build,
): void {
  const { schema = schemaNumber, program } = build
  const server = join(folder, 'lib', 'dist', 'server')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(join(repository, 'dist', 'server'), server, { recursive: true })
  cpSync(join(repository, 'dist', 'web', 'index.html'), join(folder, 'lib', 'dist', 'web', 'index.html'))
  if (program !== undefined) writeFileSync(join(server, 'main.js'), program)
  const node = join(folder, 'bin', 'node')
  writeFileSync(node, `#!/bin/sh\nexec ${process.execPath} "$@"\n`)
  chmodSync(node, 0o755)
  const release = { version, arch, commitTime: 0, core: '26.7.28', schema, keys, updatesFrom: url }
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
}

export async function createUpdateStage(first: string): Promise<UpdateStage> {
  const home = mkdtempSync(join(sharedTmp(), 'sluice-update-'))
  const published = join(home, 'site')
  mkdirSync(published)
  // Packages with native parts are found in a folder above the versions.
  symlinkSync(join(repository, 'node_modules'), join(home, 'node_modules'))
  const site: Site = await startSite((request, response) => {
    const file = join(published, (request.url ?? '').replace(/^\//, ''))
    if (existsSync(file) && statSync(file).isFile()) response.end(readFileSync(file))
    else response.writeHead(404).end()
  })
  const url = `http://127.0.0.1:${site.port}/releases.json`
  const signer = createSigner()
  const releases: object[] = []
  makeVersion(join(home, 'versions', first), first, [signer.publicKey], url, {})
  switchTo(home, first)
  return {
    home,
    url,
    lib: (version) => join(home, 'versions', version, 'lib'),
    publish(version, build = {}) {
      const name = `sluice-${version}`
      const folder = join(home, 'builds', name)
      makeVersion(folder, version, [signer.publicKey], url, build)
      const archive = join(published, `${name}.tar.gz`)
      execFileSync('tar', ['-C', dirname(folder), '-I', 'gzip -1', '-cf', archive, name])
      const bytes = readFileSync(archive)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      releases.unshift({
        ...{ version, channel: 'stable', date: '2026-01-01', notes: [`what is new in ${version}`] },
        ...{ core: '26.7.28', schema: build.schema ?? schemaNumber },
        archives: { [arch]: { url: `${name}.tar.gz`, sha256, size: bytes.length } },
      })
      const list = Buffer.from(JSON.stringify({ releases }))
      writeFileSync(join(published, 'releases.json'), list)
      writeFileSync(join(published, 'releases.json.minisig'), signer.sign(list))
      rmSync(folder, { recursive: true })
    },
    damage(version) {
      const archive = join(published, `sluice-${version}.tar.gz`)
      const bytes = readFileSync(archive)
      bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1
      writeFileSync(archive, bytes)
    },
    async close() {
      await site.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Asks until the last update has ended; while one panel follows the other, nobody answers. */
export async function untilEnded(panel: Pick<VisitedPanel, 'read'>, runId: string): Promise<UpdateState> {
  let state: UpdateState | undefined
  await until('the update ends', async () => {
    state = await panel.read<UpdateState>('/panel/api/update/state').catch(() => undefined)
    return state?.run?.runId === runId && state.run.finishedAt > 0
  })
  if (!state) throw new Error('there is no update')
  return state
}
