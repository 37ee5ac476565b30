import { at, type Rule, visit } from './source.ts'

/** Options and plugin hooks by which a bundler puts other code in the place of a package's. */
const replacing = new Set(['alias', 'resolveId', 'load', 'transform', 'inject', 'footer', 'intro'])
const patchers = /"(patch-package|patchedDependencies|postinstall|preinstall)"|"patch:|npm:/

const unchanged: Rule = {
  name: 'the build bundles packages as they are published',
  finds(source) {
    if (source.path === 'package.json')
      return patchers.test(source.text) ? [`${source.path} patches or replaces a package`] : []
    if (!/^(tools\/build[\w-]*\.mjs|vite\.config\.ts)$/.test(source.path)) return []
    const found: string[] = []
    visit(source, {
      Property({ key, start }) {
        const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined
        if (typeof name === 'string' && replacing.has(name))
          found.push(at(source, start, `"${name}" replaces code of a package`))
      },
      Literal({ value, start }) {
        if (typeof value === 'string' && value.includes('node_modules'))
          found.push(at(source, start, 'the build touches the files of a package'))
      },
    })
    return found
  },
  bad: [
    { path: 'tools/build-server.mjs', text: "rolldown({ resolve: { alias: { pg: './stub.mjs' } } })" },
    { path: 'tools/build-server.mjs', text: "const stub = { name: 'stub', load: (id) => '' }" },
    { path: 'tools/build-web.mjs', text: "const p = { transform(code) { return code.replace('a', 'b') } }" },
    { path: 'tools/build.mjs', text: "writeFileSync('node_modules/ws/index.js', '')" },
    { path: 'vite.config.ts', text: "export default { resolve: { 'alias': {} } }" },
    { path: 'package.json', text: '{ "scripts": { "postinstall": "patch-package" } }' },
    { path: 'package.json', text: '{ "dependencies": { "ws": "npm:other@1.0.0" } }' },
  ],
  good: [
    {
      path: 'tools/build-server.mjs',
      text: 'rolldown({ external: [/^@node-rs/], resolve: { symlinks: false } })',
    },
    { path: 'tools/words.ts', text: 'const words = { resolveId: (id) => id }' },
    { path: 'package.json', text: '{ "overrides": { "rolldown": "1.2.15" } }' },
  ],
}

export const buildRules = [unchanged]
