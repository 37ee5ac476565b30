// What a release is made of, in the CycloneDX format: https://cyclonedx.org/docs/1.6/json/
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup.mjs'
import { closure } from './packages.mjs'

const imported = /(?:from|import\()\s*'((?:@[^/']+\/)?[^./#'][^/']*)/g

/** The packages that the web app imports; its bundle contains them although they are only needed to build. */
function webPackages(lock, arch) {
  const names = new Set()
  for (const file of globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (name) => !name.includes('.test.'),
  ))
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(imported)) names.add(name)
  return closure(lock, [...names], arch)
}

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function npmComponent(lock, place) {
  const { version, license, integrity } = lock[place]
  const name = place.split('node_modules/').at(-1)
  const [algorithm, hash] = (integrity ?? '').split('-')
  return {
    type: 'library',
    'bom-ref': purl(name, version),
    name,
    version,
    purl: purl(name, version),
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
  }
}

/** The core's modules, from the module file that pins them. */
function goComponents() {
  const text = readFileSync(join(root, 'tools', 'core', 'go.mod'), 'utf8')
  return [...text.matchAll(/^\s*(?:require )?([\w.-]+\.[\w./-]+) (v\S+)/gm)].map(([, name, version]) => ({
    type: 'library',
    'bom-ref': `pkg:golang/${name}@${version}`,
    name,
    version,
    purl: `pkg:golang/${name}@${version}`,
  }))
}

/** From the content, so that the same release has the same number. */
function serialOf(components) {
  const hex = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return `urn:uuid:${parts.join('-')}-${hex.slice(20, 32)}`
}

export function sbomOf(release, { lock, production }) {
  const places = [...new Set([...production, ...webPackages(lock, release.arch)])].sort()
  const core = {
    type: 'application',
    'bom-ref': `xray@${release.core}`,
    name: 'xray',
    version: release.core,
    licenses: [{ expression: 'MPL-2.0' }],
    hashes: [{ alg: 'SHA-256', content: release.coreSha256 }],
  }
  const components = [core, ...places.map((place) => npmComponent(lock, place)), ...goComponents()]
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf([release, components]),
    version: 1,
    metadata: {
      timestamp: new Date(release.commitTime * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': `sluice@${release.version}`,
        name: 'sluice',
        version: release.version,
        licenses: [{ expression: 'MIT' }],
      },
    },
    components,
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}
