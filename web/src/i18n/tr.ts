import type { FirstFile, Messages, WordTable } from './files.ts'
import { kit } from './tr/kit.ts'
import { login } from './tr/login.ts'
import { shell } from './tr/shell.ts'

export const here: Record<FirstFile, Messages> = { shell, kit, login }
export const table: WordTable = {
  ...import.meta.glob(['./tr/*.ts', '!./tr/{shell,kit,login,setting-words}.ts']),
  './tr/refusals.ts': () => import('#domain/words/tr/refusals.ts'), // the Telegram bot says them too
}
