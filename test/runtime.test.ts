import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

interface Runtime {
  flags: string[]
  env: Record<string, string>
  why: Record<string, string>
}

it('each option that Node is started with says which promised figure fails without it', () => {
  const text = readFileSync(join(import.meta.dirname, '..', 'tools', 'runtime.json'), 'utf8')
  const { flags, env, why } = JSON.parse(text) as Runtime // our own file
  const names = [...flags.map((flag) => flag.split('=')[0]), ...Object.keys(env)]
  expect(Object.keys(why)).toEqual(names)
  for (const reason of Object.values(why)) expect(reason).toMatch(/\d|warning/)
})
