import type { Messages } from './en.ts'
import { home } from './fa/home.ts'
import { login } from './fa/login.ts'
import { shell } from './fa/shell.ts'

export const fa: Messages = { ...shell, ...login, ...home }
