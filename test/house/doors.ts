import { at, importsOf, isCode, isTest, parse, type Rule, type Source, visit } from './source.ts'

/** The local names of whole-module imports (`import http from`, `import * as http from`). */
function moduleNames(source: Source, modules: RegExp): Set<string> {
  const whole = parse(source)
    .module.staticImports.filter(({ moduleRequest }) => modules.test(moduleRequest.value))
    .flatMap(({ entries }) => entries)
    .filter(({ importName }) => importName.kind !== 'Name')
  return new Set(whole.map(({ localName }) => localName.value))
}

/** Uses of these functions of these modules, imported by name or through the module. */
function usesOf(source: Source, modules: RegExp, functions: Set<string>): { start: number; name: string }[] {
  const found = importsOf(source)
    .filter(({ to, typeOnly }) => modules.test(to) && !typeOnly)
    .flatMap(({ names, start }) =>
      names.filter((name) => functions.has(name)).map((name) => ({ start, name })),
    )
  const holders = moduleNames(source, modules)
  if (holders.size === 0) return found // most files: parsing every file takes seconds
  visit(source, {
    MemberExpression: ({ object, property, start }) => {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return
      if (holders.has(object.name) && functions.has(property.name)) found.push({ start, name: property.name })
    },
  })
  return found
}

const clients = new Set(['request', 'get', 'Agent', 'globalAgent'])
const fetchHolders = new Set(['globalThis', 'global', 'self'])

const oneDoor: Rule = {
  name: 'one door out: only platform/egress dials',
  finds(source) {
    if (!source.path.startsWith('server/src/') || source.path.startsWith('server/src/platform/egress/'))
      return []
    if (isTest(source) || !isCode(source)) return []
    const findings = usesOf(source, /^(node:)?https?$/, clients).map(({ start, name }) =>
      at(source, start, `uses ${name} of node:http: go through platform/egress`),
    )
    for (const { to, typeOnly, start } of importsOf(source)) {
      if (to === 'undici' && !typeOnly)
        findings.push(at(source, start, 'imports undici: go through platform/egress'))
    }
    if (!source.text.includes('fetch')) return findings
    visit(source, {
      CallExpression: ({ callee, start }) => {
        const called =
          callee.type === 'MemberExpression' &&
          callee.object.type === 'Identifier' &&
          fetchHolders.has(callee.object.name)
            ? callee.property
            : callee
        if (called.type === 'Identifier' && called.name === 'fetch') {
          findings.push(at(source, start, 'calls fetch: go through platform/egress'))
        }
      },
    })
    return findings
  },
  bad: [
    { path: 'server/src/nodes/client.ts', text: "await fetch('https://example.com')" },
    { path: 'server/src/nodes/client.ts', text: "await globalThis.fetch('https://example.com')" },
    { path: 'server/src/nodes/client.ts', text: "import { request } from 'node:https'" },
    {
      path: 'server/src/nodes/client.ts',
      text: "import http from 'node:http'\nhttp.get('http://example.com')",
    },
    { path: 'server/src/nodes/client.ts', text: "import * as http from 'http'\nhttp.request({})" },
    { path: 'server/src/nodes/client.ts', text: "import { fetch as go } from 'undici'" },
  ],
  good: [
    { path: 'server/src/platform/egress/safe-fetch.ts', text: "import { request } from 'undici'" },
    { path: 'server/src/nodes/client.ts', text: "await outbound.fetch('https://example.com')" },
    { path: 'server/src/platform/http/server.ts', text: "import { createServer } from 'node:http'" },
    { path: 'server/src/platform/http/server.test.ts', text: "await fetch('http://127.0.0.1')" },
  ],
}

const shells = new Set(['exec', 'execSync'])

const noShell: Rule = {
  name: 'no shell stands between us and a program',
  finds(source) {
    if (!isCode(source)) return []
    const findings = usesOf(source, /^(node:)?child_process$/, shells).map(({ start, name }) =>
      at(source, start, `uses ${name}: spawn or execFile with a fixed argv`),
    )
    if (!source.text.includes('shell')) return findings
    visit(source, {
      Property: ({ key, value, start }) => {
        const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined
        if (name !== 'shell' || value.type !== 'Literal' || value.value === false) return
        findings.push(at(source, start, 'asks for a shell: spawn with a fixed argv'))
      },
    })
    return findings
  },
  bad: [
    { path: 'tools/a.mjs', text: "import { exec } from 'node:child_process'" },
    { path: 'server/src/core/a.ts', text: "import { execSync as run } from 'child_process'" },
    { path: 'test/a.test.ts', text: "import * as cp from 'node:child_process'\ncp.execSync('ls')" },
    { path: 'server/src/core/a.ts', text: "spawn('xray', [], { shell: true })" },
    { path: 'server/src/core/a.ts', text: "spawn('xray', [], { 'shell': 'bash' })" },
  ],
  good: [
    { path: 'server/src/core/a.ts', text: "import { execFile, spawn } from 'node:child_process'" },
    { path: 'server/src/core/a.ts', text: 'export const m = /a/.exec(text)' },
    { path: 'tools/a.mjs', text: "spawn('npm', ['ci'], { shell: false })" },
  ],
}

export const doorRules = [oneDoor, noShell]
