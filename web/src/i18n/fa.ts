import { kit } from './fa/kit.ts'
import { login } from './fa/login.ts'
import { shell } from './fa/shell.ts'
import type { FirstFile, Messages, WordTable } from './files.ts'

export const here: Record<FirstFile, Messages> = { shell, kit, login }
export const table: WordTable = {
  ...import.meta.glob(['./fa/*.ts', '!./fa/{shell,kit,login,setting-words}.ts']),
  './fa/refusals.ts': () => import('#domain/words/fa/refusals.ts'), // the Telegram bot says them too
}
