import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { centreHeader } from '#contract/fleet-scope.ts'
import { readJoinString } from '#domain/fleet/join-string.ts'
import { selfSigned } from '#server/platform/http/certificate.ts'
import { freePort } from '#test/free-port.ts'
import { admin, builtProgram } from '#test/program.ts'

const program = builtProgram()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Result {
  code: number
  out: string
  err: string
}
const env = (more: Record<string, string> = {}) => ({
  ...program.env,
  SLUICE_DB_FOLDER: folder,
  ...more,
})

function sluice(args: readonly string[], more: Record<string, string> = {}, input = ''): Promise<Result> {
  return new Promise((resolve) => {
    const child = execFile(program.node, [...program.args, ...args], { env: env(more) }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    )
    child.stdin?.end(input)
  })
}

/** Starts the panel and waits for its ready line; the caller stops it. */
async function started(more: Record<string, string> = {}, args: readonly string[] = []) {
  const port = await freePort()
  const ports = { SLUICE_PORT: String(port), SLUICE_SUB_PORT: String(await freePort()) }
  const child = spawn(program.node, [...program.args, ...args], {
    env: env({ ...ports, ...more }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (out.includes('Sluice is ready')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${out}`)))
  })
  await ready
  return {
    port,
    out: () => out,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code as number
    },
  }
}

const login = async (port: number, credentials: object) => {
  const res = await fetch(`http://127.0.0.1:${port}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  return {
    success: ((await res.json()) as { success: boolean }).success,
    cookie: res.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  }
}

describe('the command line', () => {
  it('has help everywhere and prints its version', async () => {
    const commands = ['run', 'setting', 'cert', 'migrate', 'routes', 'version']
    const pages = await Promise.all([sluice(['--help']), ...commands.map((c) => sluice([c, '--help']))])
    for (const { code, out, err } of pages) {
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(/sluice/)
    }
    for (const command of commands) expect(pages[0]?.out).toContain(command)
    expect((await sluice(['version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('refuses unknown input with one sentence', async () => {
    const bad: [string[], RegExp][] = [
      [['frobnicate'], /no command/],
      [['setting', '-nope'], /-nope.*Known: /],
      [['setting', 'stray'], /stray/],
      [['setting', '-port'], /-port needs a value/],
      [['cert', '-port', '1'], /Known: -webCert/],
      [['--listen'], /-listen needs a value/],
    ]
    for (const [args, sentence] of bad) {
      const { code, out, err } = await sluice(args)
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(sentence)
      expect(err.trim().split('\n')).toHaveLength(1)
    }
    expect((await sluice(['setting'], { SLUICE_DB_TYPE: 'mysql' })).err).toMatch(/Use sqlite or postgres/)
    expect((await sluice(['run'], { SLUICE_PORT: '70000' })).err).toMatch(/SLUICE_PORT is "70000"/)
    const fresh = mkdtempSync(join(folder, 'fresh-'))
    const nowhere = await sluice(['run', '--listen', 'nowhere'], { SLUICE_DB_FOLDER: fresh })
    expect([nowhere.out, nowhere.err]).toEqual(['', expect.stringMatching(/not an IP address to listen on/)])
  })

  it('migrates a database once', async () => {
    expect((await sluice(['migrate'])).out).toMatch(/^Applied: 001/)
    expect((await sluice(['migrate'])).out).toBe('The database is up to date.\n')
  })

  it('shows and changes settings, and refuses bad values without saving any', async () => {
    expect((await sluice(['setting', '-username', admin.username])).err).toMatch(
      /both -username and -password/,
    )
    expect(
      (await sluice(['setting', '-username', admin.username, '-password', admin.password])).out,
    ).toContain('credentials of root were changed')
    const shown = await sluice(['setting', '-show'])
    expect(shown.out).toBe('port: 2053\nwebBasePath: /\nlisten: 127.0.0.1\nhasDefaultCredential: false\n')
    expect((await sluice(['setting'])).out).toBe(shown.out)
    for (const port of ['65536', 'abc', '']) {
      const { code, err } = await sluice([
        'setting',
        `-port=${port}`,
        '-webBasePath',
        '/changed',
        '-password',
        'changed as well',
      ])
      expect([code, err], port).toEqual([1, expect.stringMatching(/port/i)])
    }
    expect((await sluice(['setting', '-show'])).out).toBe(shown.out)
    await sluice(['setting', '--port', '4000', '-webBasePath=door', '-listenIP', '127.0.0.2'])
    expect((await sluice(['setting', '-show', '-getListen'])).out).toBe(
      'port: 4000\nwebBasePath: /door/\nlisten: 127.0.0.2\nhasDefaultCredential: false\nlistenIP: 127.0.0.2\n',
    )
    await sluice(['setting', '-reset'])
    expect((await sluice(['setting', '-show'])).out).toBe(shown.out)
  })

  it('creates one API token named install and shows it once', async () => {
    expect((await sluice(['setting', '-getApiToken'])).out).toMatch(/^apiToken: [0-9A-Za-z]{48}\n$/)
    expect((await sluice(['setting', '-getApiToken'])).out).toMatch(/shown once/)
  })

  it('sets and clears the certificate', async () => {
    const certs = mkdtempSync(join(folder, 'certs-'))
    await selfSigned(certs, ['localhost'], Date.now())
    const [cert, key] = [join(certs, 'self-signed.crt'), join(certs, 'self-signed.key')]
    expect((await sluice(['cert', '-webCert', cert])).err).toMatch(/webKeyFile is blank/)
    expect((await sluice(['cert', '-webCert', cert, '-webCertKey', '/nope'])).err).toMatch(/no such file/)
    expect((await sluice(['cert'])).out).toBe('cert: \nkey: \n')
    expect((await sluice(['cert', '-webCert', cert, '-webCertKey', key])).out).toBe(
      `cert: ${cert}\nkey: ${key}\n`,
    )
    expect((await sluice(['setting', '-getCert'])).out).toBe(`cert: ${cert}\nkey: ${key}\n`)
    writeFileSync(cert, 'broken')
    const start = await sluice(['run'], {
      SLUICE_PORT: String(await freePort()),
      SLUICE_SUB_PORT: String(await freePort()),
    })
    expect([start.code, start.err]).toEqual([1, expect.stringMatching(/cannot be used.*sluice cert -reset/)])
    expect((await sluice(['cert', '-reset'])).out).toBe('cert: \nkey: \n')
  })

  it('prints every route with its guard', async () => {
    const { out, code } = await sluice(['routes'])
    expect(code).toBe(0)
    const lines = out.trim().split('\n')
    expect(lines.length).toBeGreaterThan(40)
    for (const line of lines) expect(line).toMatch(/^(GET|POST|DELETE) +(open|api|session|socket) +\/\S* +\S/)
  })
})

describe('a running panel', () => {
  it('prints generated credentials once, refuses a second instance, and stops on SIGTERM', async () => {
    const own = mkdtempSync(join(tmpdir(), 'sluice-run-'))
    try {
      const panel = await started({ SLUICE_DB_FOLDER: own })
      const [, username] = /^Username: (\S{10})$/m.exec(panel.out()) ?? []
      const [, password] = /^Password: (\S{20})$/m.exec(panel.out()) ?? []
      expect(panel.out()).toContain(`Sluice is ready: http://127.0.0.1:${panel.port}/\n`)
      expect((await login(panel.port, { username, password })).success).toBe(true)
      const second = await sluice(['run'], { SLUICE_DB_FOLDER: own, SLUICE_PORT: String(await freePort()) })
      expect([second.code, second.err]).toEqual([1, expect.stringMatching(/Another Sluice already uses/)])
      expect((await login(panel.port, { username, password })).success).toBe(true)
      expect(await panel.stop()).toBe(0)
      const again = await started({ SLUICE_DB_FOLDER: own })
      expect(again.out()).not.toMatch(/Password|Username/)
      expect(await again.stop()).toBe(0)
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  })

  it('takes a password from standard input, and refuses a weak one', async () => {
    const own = mkdtempSync(join(tmpdir(), 'sluice-word-'))
    const at = { SLUICE_DB_FOLDER: own }
    const set = (word: string, input = '') =>
      sluice(['setting', '-username', 'chief', '-password', word], at, input)
    try {
      for (const [word, input, said] of [
        ['short', '', 'at least 8 characters'],
        ['password1', '', 'hoose another one'],
        ['-', 'short\n', 'at least 8 characters'],
        ['-', '', 'Nothing came on standard input'],
      ] as const) {
        const { code, err } = await set(word, input)
        expect([code, err], `${word} ${input}`).toEqual([1, expect.stringContaining(said)])
      }
      expect(await set('-', 'a word from a pipe\r\nand more\n')).toMatchObject({ code: 0, err: '' })
      const panel = await started(at)
      try {
        const credentials = { username: 'chief', password: 'a word from a pipe' }
        expect((await login(panel.port, credentials)).success).toBe(true)
        expect((await login(panel.port, { ...credentials, password: '-' })).success).toBe(false)
      } finally {
        await panel.stop()
      }
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  })

  it('applies new credentials and disabled two-factor login at once', async () => {
    const panel = await started()
    try {
      const { cookie } = await login(panel.port, admin)
      const status = async () =>
        (await fetch(`http://127.0.0.1:${panel.port}/panel/api/setting/all`, { headers: { cookie } })).status
      expect(await status()).toBe(200)
      expect((await sluice(['setting', '-username', 'help', '-password', 'of the chief'])).code).toBe(0)
      expect(await status()).toBe(404)
      expect((await login(panel.port, admin)).success).toBe(false)
      const chief = await login(panel.port, { username: 'help', password: 'of the chief' })
      expect(chief.success).toBe(true)
      const file = new DatabaseSync(join(folder, 'sluice.db'), { timeout: 5_000 })
      file.exec(
        "insert or replace into settings (key, value) values ('twoFactorEnable', 'true'), ('twoFactorToken', 'JBSWY3DPEHPK3PXP')",
      )
      file.close()
      expect((await login(panel.port, { username: 'help', password: 'of the chief' })).success).toBe(false)
      expect((await sluice(['setting', '-resetTwoFactor'])).code).toBe(0)
      expect((await login(panel.port, { username: 'help', password: 'of the chief' })).success).toBe(true)
      await sluice(['setting', '-username', admin.username, '-password', admin.password])
    } finally {
      await panel.stop()
    }
  })

  it('invites to the address and certificate that a running panel has, whatever flags it was started with', async () => {
    const own = mkdtempSync(join(tmpdir(), 'sluice-run-'))
    const panel = await started({ SLUICE_DB_FOLDER: own }, ['--listen', '127.0.0.2', '--insecure-http'])
    try {
      const { code, out, err } = await sluice(['node', 'invite'], { SLUICE_DB_FOLDER: own })
      expect([code, out.trim().split('\n')]).toEqual([0, [expect.stringMatching(/^sluice-join:v1:/)]])
      expect(err).toContain('private address')
      const { url, pin, token } = readJoinString(out)
      expect([url, pin]).toEqual([`http://127.0.0.2:${panel.port}/`, ''])
      const headers = { authorization: `Bearer ${token}`, [centreHeader]: 'a'.repeat(43) }
      const res = await fetch(`${url}panel/api/server/status`, { headers })
      expect(((await res.json()) as { success: boolean }).success).toBe(true)
    } finally {
      await panel.stop()
    }
    expect(existsSync(join(own, 'served.json'))).toBe(false)
    rmSync(own, { recursive: true, force: true })
  })

  it('says which port is taken', async () => {
    const panel = await started()
    const own = mkdtempSync(join(tmpdir(), 'sluice-run-'))
    try {
      const second = await sluice(['run'], {
        SLUICE_DB_FOLDER: own,
        SLUICE_PORT: String(panel.port),
        SLUICE_SUB_PORT: String(await freePort()),
      })
      expect([second.code, second.err]).toEqual([1, expect.stringMatching(`Port ${panel.port} is taken`)])
    } finally {
      await panel.stop()
      rmSync(own, { recursive: true, force: true })
    }
  })
})
