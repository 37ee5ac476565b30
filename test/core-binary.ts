import { existsSync } from 'node:fs'

const named = process.env.SLUICE_TEST_CORE

/** The real core that `npm test` found or built; undefined if there is none. */
export const coreBinary: string | undefined = named && existsSync(named) ? named : undefined

/** Other versions by their names: the newest, and all that are tried in the long run (tools/cores.mjs). */
export const otherCores: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<string>(JSON.parse(process.env.SLUICE_TEST_CORES || '{}')).filter(([, path]) =>
    existsSync(path),
  ),
)

if (!coreBinary) {
  const reason = named
    ? `${named} does not exist`
    : 'SLUICE_TEST_CORE is not set: run `npm test`, or name a core in it'
  // CI must not pass by skipping these tests.
  if (process.env.CI === 'true') throw new Error(`the real core cannot be tested: ${reason}`)
  console.log(`Not tested with the real core: ${reason}.`)
}
