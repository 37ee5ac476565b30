import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { settingKeys } from '#contract/settings.ts'
import { fieldsOf, fuzzing, fuzzTimeout, hostileText, jsonOf } from '#test/fuzz.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// Whatever the body is, every route answers with its envelope: done, or refused with a message. Never a
// fault.

/** These end the session or the panel, call other hosts, or compute for a second; they are tested elsewhere. */
const left =
  /logout|restartPanel|updateUser|twoFactor|TwoFactor|installXray|importDB|own-sessions|sessions\/|setup\/|rotate|backups\/create/
/** With another domain the panel would answer nobody here. */
const closing = new Set(['webDomain', 'webListen', 'webBasePath'])

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  const { id } = await addInbound(me)
  await addClient(me, { email: 'a' }, [id])
})
afterAll(() => t.stop())

const routes = () =>
  t.panel
    .listeners()
    .http.table.flatMap(({ method, path, endpoint }) =>
      method === 'POST' && endpoint?.body && !left.test(path)
        ? [{ path, fields: fieldsOf(endpoint.body), schema: endpoint.body }]
        : [],
    )

const words =
  `email id enable totalGB expiryTime limitIp flow subId tgId comment reset inboundIds emails clients
  client port protocol settings streamSettings sniffing listen remark tag network security tlsSettings wsSettings
  outbounds routing rules domain ip outboundTag balancers xraySetting key value name regex url alias type`.split(
    /\s+/,
  )

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  '',
]

function payloadOf(type: string, value: unknown): string {
  if (type === 'application/json' || type === '' || type === 'text/plain') return JSON.stringify(value)
  const rows = typeof value === 'object' && value !== null ? Object.entries(value) : [['x', value]]
  const texts = rows.map(
    ([k, v]) => [String(k), typeof v === 'string' ? v : JSON.stringify(v)] as [string, string],
  )
  if (!type.startsWith('multipart')) return new URLSearchParams(texts).toString()
  const part = ([k, v]: [string, string]) =>
    `--x\r\ncontent-disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`
  return `${texts.map(part).join('')}--x--\r\n`
}

async function expectEnvelope(url: string, type: string, payload: string) {
  const reply = await me.call('POST', url, { headers: type === '' ? {} : { 'content-type': type }, payload })
  expect(reply.statusCode).toBe(200)
  const isEnvelope = z.looseObject({ success: z.boolean(), msg: z.string() }).safeParse(reply.json()).success
  expect(isEnvelope, reply.body.slice(0, 200)).toBe(true)
  expect(reply.body).not.toMatch(/Something went wrong in the panel|\bat .+:\d+:\d+|SQLITE|ZodError/)
}

it('a hostile body is accepted or refused with a message', { timeout: fuzzTimeout }, async () => {
  const json = jsonOf([...words, ...settingKeys.filter((key) => !closing.has(key))])
  const all = routes()
  expect(all.length).toBeGreaterThan(30)
  const call = fc.constantFrom(...all).chain(({ path, fields }) => {
    const own = fields.filter((field) => !closing.has(field))
    const object = fc
      .array(fc.tuple(fc.constantFrom(...own, 'x'), fc.oneof(json, hostileText)), { maxLength: 6 })
      .map((rows) => Object.fromEntries(rows))
    return fc.record({
      url: fc
        .constantFrom('1', 'a', '-1', '%00', 'é', '9'.repeat(20))
        .map((p) => path.replace(/:\w+/g, encodeURI(p))),
      type: fc.constantFrom(...types),
      body: fc.oneof({ weight: 4, arbitrary: object }, { weight: 1, arbitrary: json }),
    })
  })
  const property = fc.asyncProperty(call, ({ url, type, body }) =>
    expectEnvelope(url, type, payloadOf(type, body)),
  )
  await fc.assert(property, fuzzing('bodies of every route', 400))
  expect(await me.get('/panel/api/server/status')).toMatchObject({ success: true })
})

it('a hostile text instead of a body is refused with a message', { timeout: fuzzTimeout }, async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(
      '/panel/api/inbounds/add',
      '/panel/api/clients/add',
      '/panel/setting/update',
      '/panel/xray/update',
    ),
    fc.constantFrom(...types),
    hostileText,
    (url, type, payload) => expectEnvelope(url, type, payload),
  )
  await fc.assert(property, fuzzing('texts as bodies', 150))
})
