import { at, type Rule } from './source.ts'

// Written in pieces, so that this file does not break its own rule.
const hosts = [
  ['registry', String.raw`[\w-]+`, '(?:org|com|net|io)'],
  ['(?:files.)?python' + 'hosted', 'org'],
  ['pypi', 'org'],
  [String.raw`(?:static\.|index\.)?crates`, 'io'],
  ['proxy', 'golang', 'org'],
  [String.raw`repo1?\.maven(?:\.apache)?`, 'org'],
  ['deb', 'debian', 'org'],
].map((parts) => parts.join(String.raw`\.`))

const elsewhere = new RegExp(
  [
    String.raw`(?<![\w.-])(?:${hosts.join('|')})(?![\w-])`,
    String.raw`(?<![\w./*\]}-])/(?:work|root|home)/[\w.-]+`,
  ].join('|'),
  'g',
)

const pathOf = (...parts: string[]) => ['', ...parts].join('/')

/** Go's own default has one place: without it a machine that has no Go could not get one. */
const namesTheDefault = (path: string) => path === 'server/src/core/binary/go-toolchain.ts'

const portable: Rule = {
  name: 'nothing names a machine or a package registry',
  finds(source) {
    if (namesTheDefault(source.path)) return []
    return [...source.text.matchAll(elsewhere)].map((match) => at(source, match.index, `names ${match[0]}`))
  },
  bad: [
    { path: 'README.md', text: `run it in ${pathOf('work', 'main')}` },
    { path: 'tools/a.mjs', text: `const cache = '${pathOf('root', '.npm')}'` },
    { path: '.ci/run', text: `cd ${pathOf('home', 'ann', 'sluice')}` },
    { path: '.npmrc', text: `registry=https://${['registry', 'npmjs', 'org'].join('.')}/` },
    { path: 'docs/a.md', text: `see ${['pypi', 'org'].join('.')}` },
  ],
  good: [
    { path: 'web/src/routes.ts', text: "const path = '/panel/home/x' // /root" },
    { path: 'docs/a.md', text: 'a registry of jobs; https://example.com/work/x' },
  ],
}

type Versions = Record<string, unknown>

/** Overrides nest; everything else is one level. */
function looseIn(versions: Versions): string[] {
  return Object.entries(versions).flatMap(([name, version]) => {
    if (typeof version === 'object' && version) return looseIn({ ...version })
    return /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)) ? [] : [`${name}@${version}`]
  })
}

const pinned: Rule = {
  name: 'every dependency is pinned exactly',
  finds(source) {
    if (source.path !== 'package.json') return []
    // JSON.parse returns any: this is the shape that npm itself checks.
    const manifest = JSON.parse(source.text) as Record<string, Versions | undefined>
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']
    return kinds
      .flatMap((kind) => looseIn(manifest[kind] ?? {}))
      .map((what) => `package.json: ${what} is not exact`)
  },
  bad: [
    { path: 'package.json', text: '{ "dependencies": { "zod": "^4.0.0" } }' },
    { path: 'package.json', text: '{ "devDependencies": { "vite": "latest" } }' },
    { path: 'package.json', text: '{ "overrides": { "vite": { "rolldown": "1.x" } } }' },
  ],
  good: [{ path: 'package.json', text: '{ "dependencies": { "zod": "4.6.7", "a": "1.0.0-rc.1" } }' }],
}

export const textRules = [portable, pinned]
