import { kit } from './es/kit.ts'
import { login } from './es/login.ts'
import { shell } from './es/shell.ts'
import type { FirstFile, Messages, WordTable } from './files.ts'

export const here: Record<FirstFile, Messages> = { shell, kit, login }
export const table: WordTable = {
  ...import.meta.glob(['./es/*.ts', '!./es/{shell,kit,login,setting-words}.ts']),
  './es/refusals.ts': () => import('#domain/words/es/refusals.ts'), // the Telegram bot says them too
}
