import { telegramRoutes } from '#contract/routes/telegram.ts'
import type { Remote } from './remote.ts'

type Api = typeof import('#contract/telegram-api.ts').telegramApi

/** `telegramEndpoints.state`: the endpoint that the contract calls `telegramApi.state`. Only the bot's card loads these. */
export const telegramEndpoints: { [Name in keyof typeof telegramRoutes]: Remote<Api[Name]> } = telegramRoutes
