import type { BinaryProvider } from '../binary/binary-provider.ts'

/** Loads the code of the core's API with the first core that starts: a panel without one saves its megabytes (ADR 006). */
export function createApiLoader(provider: Pick<BinaryProvider, 'path'>, binFolder: string) {
  let loaded: ReturnType<typeof load> | undefined
  async function load() {
    const { createCoreApi } = await import('./client.ts')
    const { createConverter } = await import('./convert.ts')
    /** `program`: the one that runs; the installed one may be of another version. */
    const converterBy = (program: () => string | undefined) =>
      createConverter(() => program() ?? provider.path(), binFolder)
    return { createCoreApi, converterBy }
  }
  return {
    load: () => {
      loaded ??= load()
      return loaded
    },
  }
}

export type ApiLoader = ReturnType<typeof createApiLoader>
export type LoadedApi = Awaited<ReturnType<ApiLoader['load']>>
