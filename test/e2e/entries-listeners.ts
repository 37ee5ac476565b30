import { once } from 'node:events'
import { WebSocket } from 'ws'
import { checkUserName } from '#domain/core-config/check-user.ts'
import { fakeTelegram } from '#test/fixtures/fake-telegram.ts'
import { boss, botSettings, peopleOf } from '#test/telegram.ts'
import { type EntriesStage, told } from './entries-stage.ts'

/** The bot of the panel; `texts` is what it writes to its owner, whatever is asked. */
export async function startBot(stage: EntriesStage) {
  const fake = await fakeTelegram()
  stage.doors.set(81, fake.port)
  const settings = { ...botSettings, tgBotAPIServer: 'http://bot.example:81' }
  await told(stage.me.post('/panel/setting/update', settings))
  const { say } = peopleOf(fake)
  return {
    async texts(): Promise<string> {
      for (const text of ['/status', '/usage ann', '/inbound', '/start', `/usage ${checkUserName('x')}`])
        await say(boss, text)
      return JSON.stringify(fake.chat(boss))
    },
    async stop() {
      await told(stage.me.post('/panel/setting/update', { tgBotEnable: false }))
      await fake.stop()
    },
  }
}

/** Everything that a browser is told from now on. */
export async function listen({ t, me }: EntriesStage) {
  const socket = new WebSocket(`ws://127.0.0.1:${t.port}/ws`, { headers: { cookie: me.cookie } })
  const frames: string[] = []
  socket.on('message', (data) => void frames.push(String(data)))
  await once(socket, 'open')
  return { frames, end: () => socket.terminate() }
}
