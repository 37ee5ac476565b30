import type { FirstFile, Messages, WordTable } from './files.ts'
import { kit } from './zh/kit.ts'
import { login } from './zh/login.ts'
import { shell } from './zh/shell.ts'

export const here: Record<FirstFile, Messages> = { shell, kit, login }
export const table: WordTable = {
  ...import.meta.glob(['./zh/*.ts', '!./zh/{shell,kit,login,setting-words}.ts']),
  './zh/refusals.ts': () => import('#domain/words/zh/refusals.ts'), // the Telegram bot says them too
}
