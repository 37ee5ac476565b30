import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '#test/panel.ts'
import { rawCall, type ServedPanel, servedPanel } from '#test/served.ts'

let t: ServedPanel
beforeAll(async () => {
  t = await servedPanel()
})
afterAll(() => t.stop())

const megabyte = 1024 * 1024
const form = 'content-type: application/x-www-form-urlencoded\r\n'
const head = (path: string, rest: string, method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${rest}\r\n`

/** Sends without end; resolves with the response and how many bytes the peer accepted. */
async function pour(port: number, opening: string, piece: Buffer, most: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  let sent = 0
  socket.on('data', (data) => {
    answer += data.toString('latin1')
  })
  socket.on('error', () => {}) // a reset also ends in close
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(opening)
  const more = () => {
    while (sent < most && !socket.destroyed) {
      sent += piece.length
      if (!socket.write(piece)) return void socket.once('drain', more)
    }
  }
  more()
  await closed
  return { status: answer.slice(9, 12), sent }
}

const large = { declared: `content-length: ${64 * megabyte}\r\n`, chunked: 'transfer-encoding: chunked\r\n' }
const pieces = {
  declared: Buffer.alloc(256 * 1024, 'a=1&'),
  chunked: Buffer.concat([
    Buffer.from((256 * 1024).toString(16)),
    Buffer.from('\r\n'),
    Buffer.alloc(256 * 1024, 'a=1&'),
    Buffer.from('\r\n'),
  ]),
}

describe('a large body without credentials', () => {
  // Each is closed after two seconds.
  it.concurrent.each([
    ['POST', '/login', '413'],
    ['POST', '/logout', '413'],
    ['POST', '/getTwoFactorEnable', '413'],
    ['POST', '/panel/setting/update', '307'],
    ['POST', '/panel/api/inbounds/add', '404'],
    ['POST', '/nowhere', '404'],
    ['POST', '/%zz', '404'],
    ['GET', '/', '200'],
  ])('is not read: %s %s', async (method, path, status) => {
    const lengths = ['declared', 'chunked'] as const
    const poured = await Promise.all(
      lengths.map((length) =>
        pour(t.port, head(path, form + large[length], method), pieces[length], 64 * megabyte),
      ),
    )
    for (const { status: got, sent } of poured) {
      expect(got).toBe(status)
      expect(sent).toBeLessThan(24 * megabyte) // the system's own buffers
    }
  })

  it('is not read by the subscription server either', async () => {
    const { status, sent } = await pour(
      t.subPort,
      head('/sub/nobody', large.declared, 'GET'),
      pieces.declared,
      64 * megabyte,
    )
    expect(status).toBe('404')
    expect(sent).toBeLessThan(24 * megabyte)
  })
})

describe('a small body without credentials', () => {
  const login = (payload: string, type = 'application/x-www-form-urlencoded') =>
    t.inject({ method: 'POST', url: '/login', headers: { 'content-type': type }, payload })
  const refused = expect.stringContaining('more than 64 fields')

  it('may be 16 KiB, and its connection stays open', async () => {
    const body = `username=nobody&password=${'x'.repeat(16_000)}`
    const call = head('/login', `${form}content-length: ${body.length}\r\n`) + body
    const next = 'GET /csrf-token HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n'
    const { text } = await rawCall(t.port, call + next)
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  })

  it('may come in chunks', async () => {
    const body = JSON.stringify(admin)
    const call = `${head(
      '/login',
      'content-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n',
    )}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    expect((await rawCall(t.port, call)).text).toContain('You have successfully logged into your account.')
  })

  it('has a few dozen fields at most, in any format', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `k${i}`)
    const parts = names.map((name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`)
    const answers = [
      await login(names.map((name) => `${name}=1`).join('&')),
      await login(JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))), 'application/json'),
      await login(`${parts.join('')}--x--\r\n`, 'multipart/form-data; boundary=x'),
    ]
    for (const answer of answers) expect(answer.json()).toMatchObject({ success: false, msg: refused })
    const few = `username=${admin.username}&password=${encodeURIComponent(admin.password)}&${names.slice(0, 40).join('&')}`
    expect((await login(few)).json()).toMatchObject({ success: true })
  })
})

it('a form with a session may have many fields, but not a million', async () => {
  const me = await t.login()
  const post = (count: number) =>
    me.call('POST', '/panel/setting/update', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `pageSize=50${'&a'.repeat(count)}`,
    })
  expect((await post(500)).json()).toMatchObject({ success: true })
  expect((await post(1_400_000)).json()).toMatchObject({
    success: false,
    msg: expect.stringContaining('more than 5000 fields'),
  })
})
