import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { removeStaleSocket } from './stale-sockets.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-sockets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A socket whose listener was killed. */
async function leftBehind(path: string): Promise<void> {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  await new Promise((done, failed) => child.once('exit', done).once('error', failed))
}

it('removes a socket that nothing listens on, with and without a mode after it', async () => {
  for (const suffix of ['', ',0666']) {
    const path = join(folder, 'stale.sock')
    await leftBehind(path)
    expect(existsSync(path)).toBe(true)
    expect(await removeStaleSocket(path + suffix)).toBe(true)
    expect(existsSync(path)).toBe(false)
  }
})

it('leaves everything else where it is', async () => {
  const [live, plain, link, target] = ['live', 'plain', 'link', 'target'].map((name) => join(folder, name))
  const server = createServer()
  await new Promise<void>((done) => server.listen(live, done))
  writeFileSync(plain!, 'x')
  await leftBehind(target!)
  symlinkSync(target!, link!)
  for (const path of [live, plain, link, '@abstract', '127.0.0.1', '', undefined, join(folder, 'none')])
    expect(await removeStaleSocket(path), String(path)).toBe(false)
  for (const path of [live, plain, link, target]) expect(existsSync(path!)).toBe(true)
  await new Promise((done) => server.close(done))
})
