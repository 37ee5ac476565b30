import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeArchive } from '../../../tools/package/tar.mjs'

const repository = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

interface Release {
  version: string
  arch?: string
  schema?: number
}

/** Answers what the installer asks the panel's command, and what tests ask it. */
const program = (version: string) => `#!/bin/sh
case $1 in
version) echo ${version} ;;
backup) printf 'PK of ${version}' >"$2/sluice-made-manual.zip" && echo "$2/sluice-made-manual.zip" ;;
setting) printf 'Username: ann\\nPassword: secret\\nlisten: 127.0.0.1\\nport: 2053\\nwebBasePath: /\\n' ;;
restore) echo "given $2" && cat <&3 ;;
env) env ;;
esac
`

/** An archive with the real files of the installer around a panel of a few lines: a test needs no build. */
export async function makeFakePackage(folder: string, { version, arch = process.arch, schema = 5 }: Release) {
  const release = { version, arch, core: '26.7.28', coreSha256: '00', schema, keys: [], updatesFrom: '' }
  const name = `sluice-${version}-linux-${arch}.tar.gz`
  const text = (path: string, content: string, mode = 0o644) => ({ path, mode, bytes: Buffer.from(content) })
  const packaging = join(repository, 'packaging')
  const files = [
    text('release.json', `${JSON.stringify(release, undefined, 2)}\n`),
    text('bin/node', '#!/bin/sh\necho v24\n', 0o755),
    text('bin/sluice', program(version), 0o755),
    ...readdirSync(packaging).map((file) =>
      text(`packaging/${file}`, readFileSync(join(packaging, file), 'utf8')),
    ),
  ]
  await writeArchive(join(folder, name), `sluice-${version}`, files, { time: 1_700_000_000, fast: true })
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
  writeFileSync(join(folder, 'install.sh'), readFileSync(join(packaging, 'install.sh')))
  return { name, sha256, release }
}
