import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SetupState, SetupTarget } from '#contract/setup-api.ts'
import { freePort } from '#test/free-port.ts'
import { addInbound } from '#test/inbounds.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let panel: TestPanel
let me: Visitor
const state = async () => (await me.get<SetupState>('/panel/api/setup/state')).obj

beforeAll(async () => {
  panel = await testPanel()
  me = await panel.login()
})
afterAll(() => panel.stop())

describe('the first run', () => {
  it('is open on an empty panel, with a port that can be bound', async () => {
    const found = await state()
    expect(found).toMatchObject({ open: true, username: admin.username })
    expect(found.port).toBeGreaterThan(0)
  })

  it('keeps a password that the operator chose', async () => {
    expect((await state()).secure).toBe(false)
  })

  it('asks to change a generated password', async () => {
    const lines: string[] = []
    const fresh = await testPanel(
      {
        SLUICE_ADMIN_USERNAME: '',
        SLUICE_ADMIN_PASSWORD: '',
        SLUICE_PORT: String(await freePort()),
        SLUICE_SUB_PORT: String(await freePort()),
      },
      { print: (line) => void lines.push(line) },
    )
    try {
      await fresh.panel.start() // the password is made when it can be shown
      const said = (word: string) =>
        lines.find((l) => l.startsWith(`${word}: `))?.slice(word.length + 2) ?? ''
      const made = { username: said('Username'), password: said('Password') }
      const first = await fresh.login(made)
      expect((await first.get<SetupState>('/panel/api/setup/state')).obj.secure).toBe(true)
      const chosen = { username: 'me', password: 'a long pass phrase' }
      for (const password of ['', '1234567', 'password1'])
        expect(await first.post('/panel/api/setup/secure', { ...chosen, password })).toMatchObject({
          success: false,
        })
      expect(await first.post('/panel/api/setup/secure', chosen)).toMatchObject({ success: true })
      expect((await first.call('GET', '/panel/api/setup/state')).statusCode).toBe(404)
      const second = await fresh.login(chosen)
      expect((await second.get<SetupState>('/panel/api/setup/state')).obj.secure).toBe(false)
      const again = await second.post('/panel/api/setup/secure', { ...chosen, password: 'another one' })
      expect(again).toMatchObject({ success: false, msg: expect.stringContaining('settings') })
    } finally {
      await fresh.stop()
    }
  })

  it('uses the panel as the target if no site answers, always at one port', async () => {
    const first = (await me.post<SetupTarget>('/panel/api/setup/target')).obj
    expect(first).toMatchObject({
      outside: false,
      target: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      serverName: expect.stringContaining('.'),
    })
    const socket = connect({
      host: '127.0.0.1',
      port: Number(first.target.split(':')[1]),
      servername: first.serverName,
      ALPNProtocols: ['h2'],
      rejectUnauthorized: false,
    })
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual(['TLSv1.3', 'h2'])
    socket.destroy()
    expect((await me.post<SetupTarget>('/panel/api/setup/target')).obj).toEqual(first)
  })

  it('is over with the first inbound', async () => {
    const { id } = await addInbound(me)
    expect((await state()).open).toBe(false)
    await me.post(`/panel/api/inbounds/del/${id}`)
    expect((await state()).open).toBe(true)
  })

  it('never comes back when it is done', async () => {
    await me.post('/panel/api/setup/done')
    await me.post('/panel/api/setup/done')
    expect((await state()).open).toBe(false)
  })
})
