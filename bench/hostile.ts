import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { startHostileDirectory } from '#test/fixtures/hostile-directory.ts'
import { admin, builtProgram, startProgram } from '#test/program.ts'
import { logIn } from '#test/visitor.ts'
import { databases, hostileArchive, hostileDatabase } from './hostile/files.ts'
import { nodeAttacks, startHostileNode } from './hostile/node.ts'
import { type Cost, watch } from './hostile/watch.ts'
import { startHelper } from './scale/worker.ts'

// What others send costs the panel little memory, and nobody else waits for it.

const most = { memoryMb: 150, answerMs: 300 }
/** Only rows whose name has this text: `npm run bench -- hostile honest`. */
const [only = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-hostile-'))
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // the panel's certificate is our own
const helper = startHelper('second-caller.ts', [])
const rows: { what: string; cost: Cost; says: string }[] = []

async function startPanel(name: string, isSecure: boolean) {
  const data = join(folder, name)
  if (isSecure) {
    const { cert, key } = selfSigned(['localhost'], [])
    writeFileSync(join(folder, 'cert.pem'), cert)
    writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
    const { node, args, env } = builtProgram()
    const files = ['-webCert', join(folder, 'cert.pem'), '-webCertKey', join(folder, 'key.pem')]
    execFileSync(node, [...args, 'cert', ...files], {
      env: { ...env, SLUICE_DB_FOLDER: data },
      stdio: 'ignore',
    })
  }
  const program = await startProgram({ folder: data })
  await program.ready
  const url = isSecure ? program.url.replace('http:', 'https:') : program.url
  const me = await logIn(url, admin)
  const caller = { url, headers: { cookie: me.cookie } }
  // The first requests load what later ones need.
  await watch(program.pid, helper, caller, () => wait(3_000))
  return { ...program, url, me, caller }
}
type Running = Awaited<ReturnType<typeof startPanel>>

async function measure(panel: Running, what: string, attack: () => Promise<{ msg: string } | string>) {
  if (!what.includes(only)) return
  let says = ''
  const cost = await watch(panel.pid, helper, panel.caller, async () => {
    const answer = await attack().catch((error: Error) => `no answer: ${error.message}`)
    says = typeof answer === 'string' ? answer : answer.msg
  })
  rows.push({ what, cost, says })
  console.error(`${what}: ${says}`)
  await wait(2_000)
}

const formOf = (field: string, bytes: Buffer, name: string): FormData => {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}

async function answers(panel: Running) {
  const node = await startHostileNode()
  const fields = {
    ...{ name: 'hostile', scheme: 'http', address: '127.0.0.1', port: node.port, basePath: '/' },
    ...{ apiToken: 'x'.repeat(40), enable: true, allowPrivateAddress: true },
  }
  const { obj } = await panel.me.post<{ id: number }>('/panel/api/nodes/add', fields)
  for (const attack of nodeAttacks.filter((name) => `node: ${name}`.includes(only))) {
    node.choose(attack)
    await measure(panel, `node: ${attack}`, () => panel.me.get(`/panel/api/nodes/adoption/${obj.id}`))
  }
  await panel.me.post(`/panel/api/nodes/del/${obj.id}`)
  node.stop()
  for (const flood of ['entries', 'members'] as const) {
    const directory = await startHostileDirectory(flood)
    const given = {
      ...{ ldapHost: '127.0.0.1', ldapPort: directory.port, ldapBaseDN: 'dc=a', ldapBindDN: 'cn=a' },
      ...{ ldapPassword: 'secret', ldapGroupDN: flood === 'members' ? 'cn=all' : '' },
    }
    await measure(panel, `directory: a flood of ${flood}`, () => panel.me.post('/panel/api/ldap/test', given))
    await directory.stop()
  }
}

async function files(panel: Running) {
  for (const kind of databases) {
    const file = hostileDatabase(folder, kind)
    const size = `${(file.length / 1e6).toFixed(1)} MB`
    await measure(panel, `database of ${size}: ${kind}`, () =>
      panel.me.upload('/panel/api/move-in/upload', formOf('db', file, 'x-ui.db')),
    )
  }
  const archive = hostileArchive()
  await measure(panel, 'archive of 1 MB that unpacks to 1 GB', () =>
    panel.me.upload('/panel/api/server/importDB', formOf('db', archive, 'backup.zip')),
  )
}

/** From another address of loopback: the usual one may be a proxy. */
async function connections(panel: Running) {
  const sockets: TLSSocket[] = []
  const to = { host: '127.0.0.1', port: panel.port, localAddress: '127.0.0.2' }
  await measure(panel, '3,000 TLS connections of one address, held for 10 s', async () => {
    for (let n = 0; n < 3_000; n++) {
      const socket = connect({ ...to, rejectUnauthorized: false })
      const ask = () => socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
      const again = setInterval(ask, 3_000)
      socket.on('error', () => {}).on('close', () => clearInterval(again))
      socket.on('secureConnect', ask).resume()
      sockets.push(socket)
      if (n % 20 === 0) await wait(10)
    }
    await wait(10_000)
    return `${sockets.filter(({ destroyed, authorizationError }) => !destroyed && authorizationError).length} stay open`
  })
  for (const socket of sockets) socket.destroy()
}

function print(): boolean {
  console.log('| What | memory | slowest answer | answers meanwhile | |')
  console.log('|---|---|---|---|---|')
  const passes = rows.map(({ what, cost }) => {
    const isFine = cost.memoryMb <= most.memoryMb && cost.slowestMs <= most.answerMs
    const figures = [`${cost.memoryMb.toFixed(0)} MB`, `${cost.slowestMs.toFixed(0)} ms`, cost.answers]
    console.log(`| ${[what, ...figures, isFine ? 'pass' : 'FAIL'].join(' | ')} |`)
    return isFine
  })
  console.log(`Targets: at most ${most.memoryMb} MB, no answer above ${most.answerMs} ms.`)
  return passes.every(Boolean)
}

const plain = await startPanel('plain', false)
await measure(plain, 'nobody: the machine by itself for 10 s', async () => {
  await wait(10_000)
  return ''
})
await answers(plain)
await files(plain)
await plain.kill('SIGTERM')
const secure = await startPanel('secure', true)
await connections(secure)
await secure.kill('SIGTERM')
helper.stop()
rmSync(folder, { recursive: true, force: true })
process.exitCode = print() ? 0 : 1
