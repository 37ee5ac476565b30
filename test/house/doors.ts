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
  const found = parse(source)
    .module.staticImports.filter(({ moduleRequest }) => modules.test(moduleRequest.value))
    .flatMap(({ entries, start }) =>
      entries
        .filter(({ isType, importName }) => !isType && functions.has(importName.name ?? ''))
        .map(({ importName }) => ({ start, name: importName.name ?? '' })),
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

/** What dials, of the modules of Node. */
const dialers: { modules: RegExp; functions: Set<string> }[] = [
  { modules: /^(node:)?https?$/, functions: new Set(['request', 'get', 'Agent', 'globalAgent']) },
  { modules: /^(node:)?net$/, functions: new Set(['connect', 'createConnection', 'Socket']) },
  { modules: /^(node:)?tls$/, functions: new Set(['connect', 'TLSSocket']) },
  { modules: /^(node:)?dgram$/, functions: new Set(['createSocket', 'Socket']) },
  { modules: /^(node:)?http2$/, functions: new Set(['connect']) },
]
/** Packages that dial, those that may come for mail, directories and messengers too. */
const dialingPackages =
  /^(undici|ws|@grpc\/.*|pg|pg-.*|nodemailer|smtp-.*|imapflow|emailjs|ldapts|ldapjs|ldap-.*|axios|got|ky|node-fetch|acme-client|grammy(?:\/web)?|telegraf|node-telegram-bot-api)$/
const dialingClasses = new Set(['WebSocket', 'EventSource'])

/** Who else may use them, and why it is not a way out. */
export const doorExceptions: Record<string, string> = {
  'server/src/core/api/call.ts': "talks to the core over the core's own socket",
  'server/src/certificates/acme-client.ts': 'gives acme-client the guarded client instead of axios',
  'server/src/telegram/transport.ts': 'gives grammY the guarded client instead of a fetch of its own',
  'server/src/platform/db/postgres.ts': 'the database that the operator names',
  'server/src/directory/connect.ts':
    'the directory server that the operator names, usually on an inner network',
  'server/src/move-in/postgres-tables.ts':
    'the database to import, which the operator names on the command line',
  'server/src/cli/doctor.ts': 'asks the running panel over a socket in its data folder',
  'server/src/platform/http/anonymous-bodies.ts': 'asks whether an accepted connection is a socket',
  'server/src/store/copy/postgres-line.ts': 'the database that the operator names',
  'server/src/core/process/fifo.ts': "reads the core's output from a named pipe",
  'server/src/core/process/stale-sockets.ts': 'asks whether anybody listens on a socket file of ours',
  'server/src/platform/http/upgrades.ts': 'accepts WebSockets',
  'server/src/notices/email.ts': 'speaks to a mail server on a socket that platform/egress dialled',
  'server/src/inbounds/bindable.ts': 'binds a port to see whether it is free, and sends nothing',
  'server/src/connections/kernel/udp-drop.ts': 'binds sockets that only drop what arrives',
}
const fetchHolders = new Set(['globalThis', 'global', 'self'])

const oneDoor: Rule = {
  name: 'one door out: only platform/egress dials',
  finds(source) {
    if (!source.path.startsWith('server/src/') || source.path.startsWith('server/src/platform/egress/'))
      return []
    if (isTest(source) || !isCode(source) || doorExceptions[source.path]) return []
    const findings = dialers.flatMap(({ modules, functions }) =>
      usesOf(source, modules, functions).map(({ start, name }) =>
        at(source, start, `uses ${name}, which dials: go through platform/egress`),
      ),
    )
    for (const { to, typeOnly, start } of importsOf(source)) {
      if (dialingPackages.test(to) && !typeOnly)
        findings.push(at(source, start, `imports ${to}, which dials: go through platform/egress`))
    }
    if (!/fetch|WebSocket|EventSource/.test(source.text)) return findings
    visit(source, {
      NewExpression: ({ callee, start }) => {
        if (callee.type === 'Identifier' && dialingClasses.has(callee.name))
          findings.push(at(source, start, `makes a ${callee.name}: go through platform/egress`))
      },
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
    { path: 'server/src/fleet/client.ts', text: "await fetch('https://example.com')" },
    { path: 'server/src/fleet/client.ts', text: "await globalThis.fetch('https://example.com')" },
    { path: 'server/src/fleet/client.ts', text: "import { request } from 'node:https'" },
    {
      path: 'server/src/fleet/client.ts',
      text: "import http from 'node:http'\nhttp.get('http://example.com')",
    },
    { path: 'server/src/fleet/client.ts', text: "import * as http from 'http'\nhttp.request({})" },
    { path: 'server/src/fleet/client.ts', text: "import { fetch as go } from 'undici'" },
    { path: 'server/src/fleet/client.ts', text: "import { connect } from 'node:net'" },
    { path: 'server/src/fleet/client.ts', text: "import net from 'node:net'\nnet.createConnection(1)" },
    { path: 'server/src/fleet/client.ts', text: "import { type Server, Socket } from 'node:net'" },
    { path: 'server/src/fleet/client.ts', text: "import { connect as dial } from 'node:tls'" },
    { path: 'server/src/fleet/client.ts', text: "import { createSocket } from 'node:dgram'" },
    { path: 'server/src/fleet/client.ts', text: "import { connect } from 'node:http2'" },
    { path: 'server/src/fleet/client.ts', text: "new WebSocket('wss://example.com')" },
    { path: 'server/src/mail/send.ts', text: "import { createTransport } from 'nodemailer'" },
    { path: 'server/src/mail/send.ts', text: "const { Client } = await import('ldapts')" },
  ],
  good: [
    { path: 'server/src/platform/egress/safe-fetch.ts', text: "import { request } from 'undici'" },
    { path: 'server/src/fleet/client.ts', text: "await outbound.fetch('https://example.com')" },
    { path: 'server/src/platform/http/server.ts', text: "import { createServer } from 'node:http'" },
    {
      path: 'server/src/platform/http/listener.ts',
      text: "import { createServer, type Socket } from 'node:net'",
    },
    { path: 'server/src/tls-tools/scan.ts', text: "import { isIP } from 'node:net'" },
    { path: 'server/src/core/process/stale-sockets.ts', text: "import { connect } from 'node:net'" },
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

const threadParts = new Set(['Worker', 'parentPort', 'MessageChannel', 'BroadcastChannel'])

const oneThread: Rule = {
  name: 'one way to run a thread: platform/thread',
  finds(source) {
    const isServer =
      source.path.startsWith('server/src/') && !source.path.startsWith('server/src/platform/thread/')
    if (!isServer || isTest(source) || !isCode(source)) return []
    return usesOf(source, /^(node:)?worker_threads$/, threadParts).map(({ start, name }) =>
      at(source, start, `uses ${name}: createThread and serveThread of platform/thread do that`),
    )
  },
  bad: [
    { path: 'server/src/geo/a.ts', text: "import { Worker } from 'node:worker_threads'" },
    {
      path: 'server/src/geo/a-worker.ts',
      text: "import { parentPort, workerData } from 'node:worker_threads'",
    },
  ],
  good: [
    { path: 'server/src/geo/a-worker.ts', text: "import { workerData } from 'node:worker_threads'" },
    { path: 'server/src/platform/thread/thread.ts', text: "import { Worker } from 'node:worker_threads'" },
  ],
}

export const doorRules = [oneDoor, noShell, oneThread]
