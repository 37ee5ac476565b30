import { posix } from 'node:path'
import { at, isCode, type Rule, visit } from './source.ts'

const vague = /(^|-)(utils?|helpers?|common|managers?|base)$/

const names: Rule = {
  name: 'a name says what is inside',
  finds(source) {
    if (!isCode(source) && !source.path.endsWith('.css')) return []
    const words = source.path.split('/').map((part) => posix.basename(part).split('.')[0] ?? '')
    return words
      .filter((word) => vague.test(word.toLowerCase()))
      .map((word) => `${source.path}: "${word}" says nothing`)
  },
  bad: [
    { path: 'server/src/utils.ts', text: '' },
    { path: 'server/src/helpers/time.ts', text: '' },
    { path: 'web/src/common.css', text: '' },
    { path: 'server/src/core/process-manager.ts', text: '' },
    { path: 'server/src/platform/db/base.test.ts', text: '' },
  ],
  good: [
    { path: 'server/src/platform/http/base-path.ts', text: '' },
    { path: 'server/src/platform/db/database.ts', text: '' },
  ],
}

const fixture = /(^|\/)((test|fake|mock|stub)s?-[\w-]+\.(tsx?|mjs)$|(test|fake|mock|stub|fixture)s?\/)/

const fixtures: Rule = {
  name: 'what only tests use is in test/, not in src',
  finds(source) {
    if (!isCode(source) || !/^(contract|domain|server|web)\/src\//.test(source.path)) return []
    const inside = source.path.replace(/^\w+\/src\//, '')
    return fixture.test(inside) ? [`${source.path} looks like a fixture: move it to test/fixtures`] : []
  },
  bad: [
    { path: 'server/src/events/fake-socket.ts', text: '' },
    { path: 'domain/src/links/test-setups.ts', text: '' },
    { path: 'server/src/geo/fixtures/dat.ts', text: '' },
  ],
  good: [
    { path: 'server/src/core/reconcile/dial-test.ts', text: '' },
    { path: 'server/src/outbounds/dial.test.ts', text: '' },
    { path: 'test/fixtures/fake-socket.ts', text: '' },
  ],
}

const LONGEST = 300
const size: Rule = {
  name: `no file passes ${LONGEST} lines`,
  finds(source) {
    if (!isCode(source) && !source.path.endsWith('.css')) return []
    const lines = source.text.trimEnd().split('\n').length
    return lines > LONGEST ? [`${source.path} has ${lines} lines: there is a second idea in it`] : []
  },
  bad: [{ path: 'domain/src/a.ts', text: 'const a = 1\n'.repeat(LONGEST + 1) }],
  good: [
    { path: 'domain/src/a.ts', text: 'const a = 1\n'.repeat(LONGEST) },
    { path: 'server/src/core/generated/api.ts', text: 'const a = 1\n'.repeat(LONGEST + 1) },
    { path: 'locales/fa/app.json', text: '"a": "b",\n'.repeat(LONGEST + 1) },
  ],
}

const defaults: Rule = {
  name: 'exports have names',
  finds(source) {
    if (!isCode(source) || /^[^/]+\.config\.ts$/.test(source.path)) return []
    const findings: string[] = []
    visit(source, {
      ExportDefaultDeclaration: ({ start }) => {
        findings.push(at(source, start, 'has a default export: name it'))
      },
    })
    return findings
  },
  bad: [{ path: 'web/src/pages/login.tsx', text: 'export default function Login() { return <p /> }' }],
  good: [
    { path: 'web/src/pages/login.tsx', text: 'export function Login() { return <p /> }' },
    { path: 'vitest.config.ts', text: 'export default {}' },
  ],
}

const noAny: Rule = {
  name: 'nothing is any',
  finds(source) {
    if (!isCode(source)) return []
    const findings: string[] = []
    visit(source, {
      TSAnyKeyword: ({ start }) => {
        findings.push(at(source, start, 'says any: say unknown and look'))
      },
    })
    return findings
  },
  bad: [
    { path: 'domain/src/a.ts', text: 'export const f = (x: any) => x' },
    { path: 'domain/src/a.test.ts', text: 'const x = {} as any' },
    { path: 'domain/src/a.ts', text: 'type Rows = Array<any>' },
  ],
  good: [{ path: 'domain/src/a.ts', text: "// any of them\nexport const any = 'x: any'" }],
}

export const fileRules = [names, fixtures, size, defaults, noAny]
