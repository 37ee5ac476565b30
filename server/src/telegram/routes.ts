import { telegramApi } from '#contract/telegram-api.ts'
import { sendEmpty, sent } from '../platform/http/envelope.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { TelegramRoom } from './room.ts'

export function telegramRoutes(
  mount: Mount,
  telegram: Pick<TelegramRoom, 'state' | 'test' | 'backup'>,
): void {
  mount(telegramApi.state, () => telegram.state())
  mount(telegramApi.test, ({ body }) => telegram.test(body))
  mount(telegramApi.backup, async ({ actor, reply }) => {
    await telegram.backup(actor)
    sendEmpty(reply, 200) // as in 3x-ui: no envelope
    return sent
  })
}
