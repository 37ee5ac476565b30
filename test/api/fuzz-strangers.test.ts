import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzzing, fuzzTimeout, hostileText, piece } from '#test/fuzz.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'

// What callers without credentials can send is small, and costs little.

let t: TestPanel
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())

const most = 16 * 1024
const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
]
const openPosts = () =>
  t.panel
    .listeners()
    .http.table.filter(({ method, guard }) => method === 'POST' && guard === 'open')
    .map(({ path }) => path)

const send = (url: string, type: string, payload: string) =>
  t.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })

it('an open route accepts 16 KiB and not a byte more', { timeout: fuzzTimeout }, async () => {
  const paths = openPosts()
  expect(paths).toContain('/login')
  const size = fc.oneof(fc.constant(most + 1), fc.integer({ min: most + 1, max: 1024 * 1024 }))
  const property = fc.asyncProperty(
    fc.constantFrom(...paths),
    fc.constantFrom(...types),
    fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    size,
    async (path, type, unit, bytes) => {
      const text = Buffer.from(unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)))).subarray(0, bytes)
      const reply = await send(path, type, text.toString('latin1').padEnd(bytes, 'x'))
      expect(reply.statusCode).toBe(413)
    },
  )
  await fc.assert(property, fuzzing('large bodies of strangers', 30))
})

it("a stranger's form has a few dozen fields at most", { timeout: fuzzTimeout }, async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 65, max: 1_500 }),
    fc.stringMatching(/^[a-z]{1,3}$/),
    async (count, name) => {
      const names = Array.from({ length: count }, (_, i) => `${name}${i}`)
      const forms = [
        ['application/x-www-form-urlencoded', names.map((one) => `${one}=`).join('&')],
        ['application/json', JSON.stringify(Object.fromEntries(names.map((one) => [one, 1]))).slice(0, most)],
      ] as const
      for (const [type, payload] of forms) {
        const reply = await send('/login', type, payload)
        const msg = reply.statusCode === 200 ? reply.json<{ msg: string }>().msg : ''
        // A body that is too long is not read; one that was cut off is not JSON.
        expect([reply.statusCode, msg]).toEqual(
          payload.length > most ? [413, ''] : [200, expect.stringMatching(/fields|not valid JSON/)],
        )
      }
    },
  )
  await fc.assert(property, fuzzing('many fields of strangers', 30))
})

it('a hostile login is refused with a message', { timeout: fuzzTimeout }, async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...types),
    hostileText,
    hostileText,
    async (type, name, pass) => {
      const fields = { username: name, password: pass }
      const form = new URLSearchParams(Object.entries(fields)).toString()
      const reply = await send('/login', type, type === 'application/json' ? JSON.stringify(fields) : form)
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({ success: false, msg: expect.stringMatching(/^[^\n]{5,300}$/) })
      expect(reply.body).not.toContain('Something went wrong')
    },
  )
  await fc.assert(property, fuzzing('logins', 40))
})
