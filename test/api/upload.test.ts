import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { request, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Envelope } from '#contract/wire.ts'
import { serverOf } from '#server/platform/http/listener.ts'
import { formWithFile } from '#test/form.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'

let t: ServedPanel
let me: Visitor
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
})
afterAll(() => t.stop())

/** Sends the form in two pieces; `between` runs after the first. */
function upload(content: Buffer, between: (abort: () => void) => Promise<void>) {
  const { payload, headers } = formWithFile('file', content)
  const body = payload as Buffer // as the form is made
  return new Promise<Envelope & { code?: string }>((resolve, reject) => {
    const call = request(
      {
        port: t.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/panel/api/backups/upload',
        headers: { ...headers, 'content-length': body.length, cookie: me.cookie, 'x-csrf-token': me.csrf },
      },
      async (response) => {
        let text = ''
        for await (const piece of response) text += piece
        resolve(JSON.parse(text))
      },
    )
    call.on('error', reject)
    call.write(body.subarray(0, body.length / 2), () => {
      between(() => call.destroy()).then(() => call.end(body.subarray(body.length / 2)), reject)
    })
  })
}

/** The server behind the connections of the panel. */
let server: Server | undefined
const limit = () => server?.requestTimeout ?? 0
const uploads = () => readdirSync(join(t.config.dataFolder, 'uploads'))

it('may take longer than other requests, while it lasts', async () => {
  t.panel.listeners().http.raw({
    method: 'GET',
    path: '/which-server',
    guard: 'open',
    summary: 'Tells the test which server this connection has',
    handler({ raw }, reply) {
      server = serverOf(raw.socket)
      reply.send('')
    },
  })
  await fetch(`http://127.0.0.1:${t.port}/which-server`)
  const usual = limit()
  expect(usual).toBe(30_000)
  const answer = await upload(
    Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(300_000, 1)]),
    async () => {
      await expect.poll(limit).toBeGreaterThan(usual)
      expect(uploads().filter((name) => name.startsWith('.upload-'))).toHaveLength(1)
    },
  )
  expect(answer).toMatchObject({ success: true, obj: { kind: 'uploaded', bytes: 300_004 } })
  expect(limit()).toBe(usual)
})

it('that breaks off leaves nothing, and neither does a killed panel', async () => {
  const before = uploads()
  const broken = upload(Buffer.alloc(300_000, 1), async (abort) => {
    await expect.poll(() => uploads().length).toBeGreaterThan(before.length)
    abort()
  })
  await expect(broken).rejects.toThrow()
  await expect.poll(uploads).toEqual(before)
  mkdirSync(join(t.config.dataFolder, 'uploads'), { recursive: true })
  writeFileSync(join(t.config.dataFolder, 'uploads', '.upload-left'), 'x')
  await t.reopen()
  expect(uploads()).toEqual(before)
})
