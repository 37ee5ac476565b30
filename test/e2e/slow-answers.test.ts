import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { core, sha256 } from '#test/fixtures/release-site.ts'
import { zipOf } from '#test/fixtures/zip.ts'
import { until } from '#test/until.ts'
import { adminSession, type BuiltPanel, startBuiltPanel } from './browser-panel.ts'

/** Longer than a connection of the panel may be silent. */
const slowMs = 34_000
const archive = zipOf([core('26.9.9')])

let panel: BuiltPanel
let token: string
let url: string
const site = createServer(async (_, response) => {
  await pause(slowMs)
  response.end(archive)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo // listens on a port
  url = `http://127.0.0.1:${port}/x.zip`
  panel = await startBuiltPanel()
  const send = await adminSession(panel)
  const made = await send('panel/setting/apiTokens/create', { name: 'slow' })
  token = (made.obj as { token: string }).token // as the contract has it
  expect(await send('panel/setting/update', { updateAllowPrivate: true })).toMatchObject({ success: true })
})
afterAll(async () => {
  await panel?.stop()
  site.close()
})

const asked = { sha256: sha256(archive), name: 'x.zip' }
const path = 'panel/api/server/coreMirror'

it('an answer that takes long arrives, by plain HTTP', async () => {
  const reply = await fetch(panel.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  expect(await reply.json()).toMatchObject({ success: true, obj: asked })
})

/** A form by HTTPS; the certificate is of the test's own making. */
function sendForm(to: string, form: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': form.length,
    }
    request(to, { method: 'POST', headers, rejectUnauthorized: false, agent: false }, async (response) => {
      let text = ''
      for await (const part of response) text += part
      resolve(text)
    })
      .on('error', reject)
      .end(form)
  })
}

it('the same by HTTPS, for a form', async () => {
  const send = await adminSession(panel)
  const { cert, key } = selfSigned(['127.0.0.1'], ['127.0.0.1'])
  const [webCertFile, webKeyFile] = [join(panel.folder, 'cert.pem'), join(panel.folder, 'key.pem')]
  writeFileSync(webCertFile, cert)
  writeFileSync(webKeyFile, key)
  const set = await send('panel/setting/update', { webCertFile, webKeyFile })
  expect(set).toMatchObject({ success: true })
  await send('panel/setting/restartPanel', {})
  const secure = panel.url.replace('http:', 'https:') + path
  await until('the panel speaks TLS', async () => {
    const text = await sendForm(secure, 'url=nonsense').catch(() => '')
    return text.includes('"success":false')
  })
  const answer = JSON.parse(await sendForm(secure, `url=${encodeURIComponent(url)}`))
  expect(answer).toMatchObject({ success: true, obj: asked })
})
