import { kit } from './en/kit.ts'
import { login } from './en/login.ts'
import { shell } from './en/shell.ts'
import type { FirstFile, Messages, WordTable } from './files.ts'

export const here: Record<FirstFile, Messages> = { shell, kit, login }
export const table: WordTable = import.meta.glob(['./en/*.ts', '!./en/{shell,kit,login,setting-words}.ts'])
