import type { FirstFile, Messages, WordTable } from './files.ts'
import { kit } from './ru/kit.ts'
import { login } from './ru/login.ts'
import { shell } from './ru/shell.ts'

export const here: Record<FirstFile, Messages> = { shell, kit, login }
export const table: WordTable = {
  ...import.meta.glob(['./ru/*.ts', '!./ru/{shell,kit,login,setting-words}.ts']),
  './ru/refusals.ts': () => import('#domain/words/ru/refusals.ts'), // the Telegram bot says them too
}
