import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { panelRoutes } from './routes/panel.ts'
import { absentIfNull } from './tolerant.ts'
import { api } from './wire.ts'

export const botStates = ['off', 'starting', 'running', 'failed'] as const

export const BotState = z.object({
  state: z.enum(botStates),
  /** Without the @; blank until Telegram has said it. */
  username: z.string(),
  /** Why it does not run; blank if it does. */
  reason: z.string(),
  reasonCoded: codedSchema.optional(),
  /** When this state began, in milliseconds; 0 if it never ran. */
  since: z.int(),
})
export type BotState = z.output<typeof BotState>

/** What is typed and not saved yet; blank or absent takes the stored value. */
export const BotTest = absentIfNull(
  z.object({
    tgBotToken: z.string().max(1_000).optional(),
    tgBotChatId: z.string().max(16_384).optional(),
    tgBotProxy: z.string().max(16_384).optional(),
    tgBotAPIServer: z.string().max(16_384).optional(),
  }),
)
export type BotTest = z.output<typeof BotTest>

export const telegramApi = api(
  { ...panelRoutes.telegram, ...apiOnlyRoutes.telegram },
  {
    state: { summary: 'Whether the Telegram bot runs, and why not', reply: BotState },
    test: {
      summary:
        'Send a test message to every administrator of the bot, with these settings or the stored ones',
      body: BotTest,
      says: 'The test message has been sent.',
    },
    backup: {
      summary:
        'Send a backup to every administrator of the bot; the reply is empty, and so it is without a bot',
      reply: z.unknown(),
      download: 'text/plain',
    },
  },
)
