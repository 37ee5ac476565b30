import { vi } from 'vitest'
import type { PanelDeps } from '#server/app/panel.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { deadlineMs } from '#test/until.ts'
import { botToken, type FakeTelegram, fakeTelegram, type Sent } from './fixtures/fake-telegram.ts'
import { createWorld } from './fixtures/loopback-net.ts'
import { type TestPanel, testPanel, type Visitor } from './panel.ts'

export const boss = 11
export const deputy = 12
export const botSettings = {
  tgBotEnable: true,
  tgBotToken: botToken,
  tgBotChatId: `${boss}, ${deputy}`,
  tgBotAPIServer: 'http://bot.example',
}

const within = { timeout: deadlineMs, interval: 10 }

export interface BotPanel {
  t: TestPanel
  me: Visitor
  fake: FakeTelegram
  /** What the timer does every few seconds. */
  beat(): Promise<void>
  /** Writes a text and waits for the answer. */
  say(person: number, text: string, more?: Parameters<FakeTelegram['say']>[2]): Promise<Sent>
  /** Presses the button whose text contains these words, in the newest message that has buttons. */
  tap(person: number, words: string): Promise<Sent>
  /** Presses anything and waits for the short answer. */
  press(...how: Parameters<FakeTelegram['press']>): Promise<string>
  stop(): Promise<void>
}

/** The newest message of a chat that has buttons. */
export function menuOf(fake: FakeTelegram, person: number): Sent {
  const menu = fake.chat(person).findLast(({ buttons }) => buttons.length > 0)
  if (!menu) throw new Error(`there are no buttons in chat ${person}`)
  return menu
}

export function buttonIn(menu: Sent, words: string): string {
  const all = menu.buttons.flat()
  const button = all.find(({ text }) => text.includes(words))
  if (!button) throw new Error(`no button says "${words}": ${all.map(({ text }) => text).join(' | ')}`)
  return button.data
}

/** People who write to the bot and press its buttons. */
export function peopleOf(fake: FakeTelegram): Pick<BotPanel, 'say' | 'tap' | 'press'> {
  /** Waits for another message in the chat. */
  async function answered(chat: number, before: number): Promise<Sent> {
    await vi.waitFor(() => {
      if (fake.chat(chat).length === before) throw new Error(`nothing was said in chat ${chat}`)
    }, within)
    const last = fake.last(chat)
    if (!last) throw new Error('the chat is empty')
    return last
  }

  return {
    async say(person, text, more = {}) {
      const chat = more.chat ?? person
      const before = fake.chat(chat).length
      fake.say(person, text, more)
      return answered(chat, before)
    },
    async tap(person, words) {
      const menu = menuOf(fake, person)
      const before = JSON.stringify(menu.buttons)
      fake.press(person, menu.id, buttonIn(menu, words))
      await vi.waitFor(() => {
        const now = fake.chat(person).find(({ id }) => id === menu.id)
        if (JSON.stringify(now?.buttons) === before) throw new Error(`"${words}" did nothing`)
      }, within)
      return fake.chat(person).find(({ id }) => id === menu.id) ?? menu
    },
    async press(...how) {
      const id = fake.press(...how)
      await vi.waitFor(() => {
        if (!fake.answers.has(id)) throw new Error('the press was not answered')
      }, within)
      return fake.answers.get(id)?.text ?? ''
    },
  }
}

const wayTo = (fake: FakeTelegram) =>
  createEgress(createWorld({ 'bot.example': [['93.184.215.14']] }, () => fake.port))

/** Another instance on the same PostgreSQL, with the same Telegram. */
export function instanceBeside({ t, fake }: BotPanel, deps: Partial<PanelDeps>): Promise<TestPanel> {
  const { database } = t.config
  const dsn = database.kind === 'postgres' ? database.dsn : ''
  return testPanel({ SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: dsn }, { egress: wayTo(fake), ...deps })
}

/** What the timer does every few seconds. */
export const beatOf = async ({ panel }: TestPanel): Promise<void> =>
  void (await panel.telegram.jobs[0]?.run(new AbortController().signal))

/** A whole panel with a bot that talks to a fake Telegram. */
export async function botPanel(settings: object = {}, deps: Partial<PanelDeps> = {}): Promise<BotPanel> {
  const fake = await fakeTelegram()
  const t = await testPanel({}, { egress: wayTo(fake), ...deps })
  const me = await t.login()
  await me.post('/panel/setting/update', { ...botSettings, ...settings })
  return {
    t,
    me,
    fake,
    beat: () => beatOf(t),
    ...peopleOf(fake),
    async stop() {
      await t.stop()
      await fake.stop()
    },
  }
}
