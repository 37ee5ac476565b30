import { kit } from './ar/kit.ts'
import { login } from './ar/login.ts'
import { shell } from './ar/shell.ts'
import type { FirstFile, Messages, WordTable } from './files.ts'

export const here: Record<FirstFile, Messages> = { shell, kit, login }
export const table: WordTable = {
  ...import.meta.glob(['./ar/*.ts', '!./ar/{shell,kit,login,setting-words}.ts']),
  './ar/refusals.ts': () => import('#domain/words/ar/refusals.ts'), // the Telegram bot says them too
}
