// In place of `@node-rs/argon2` in the API tests (vitest.config.ts): the same library at its lowest cost, because hundreds
// of panels are made there. The built program of the end-to-end tests has the real cost.
import { createRequire } from 'node:module'

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')

export const { verify } = real
export const hash = (password: string): Promise<string> =>
  real.hash(password, { memoryCost: 64, timeCost: 1 })
