import { accessSync, constants } from 'node:fs'

/** The real core these tests run against. */
export const coreBinary = process.env.SLUICE_TEST_CORE ?? '/tmp/core/xray'

function usable(): boolean {
  try {
    accessSync(coreBinary, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** False where the core is missing, which is said; CI asks for everything, so there it is a fault. */
export function hasCore(): boolean {
  if (usable()) return true
  const words = `no core at ${coreBinary}: set SLUICE_TEST_CORE to an Xray 26.7.28`
  if (process.env.CI === 'true') throw new Error(words)
  console.log(`Skipped, ${words}.`)
  return false
}
