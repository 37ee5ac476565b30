import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { SettingsRoom } from '../../settings/service.ts'

export interface AccountDeps {
  settings: Pick<SettingsRoom, 'current' | 'set'>
}

/** The account of one service, kept as JSON in a setting that is never shown. */
export function createAccount<Stored extends object>(
  { settings }: AccountDeps,
  key: 'warp' | 'nord',
  service: string,
  blank: Stored,
) {
  function read(): Stored | undefined {
    const text = settings.current()[key]
    if (text === '') return undefined
    try {
      const found = JSON.parse(text) as Partial<Stored>
      return { ...blank, ...found }
    } catch {
      return undefined
    }
  }

  return {
    read,
    need(): Stored {
      const stored = read()
      if (!stored) throw new Refusal('tunnel.no-account', { service })
      return stored
    },
    async store(next: Stored, actor: Actor): Promise<Stored> {
      await settings.set({ [key]: JSON.stringify(next) }, actor)
      return next
    },
    forget: (actor: Actor): Promise<void> => settings.set({ [key]: '' }, actor),
  }
}

export type Account<Stored extends object> = ReturnType<typeof createAccount<Stored>>
