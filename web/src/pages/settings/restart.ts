import type { SettingsReview } from '#contract/settings-api.ts'
import { createCell } from '../../ui/cell.ts'
import { rowOf, type ShownKey, type Stored } from './sections.ts'

/** Saved settings that wait for a restart; kept for the tab's lifetime. */
interface Waiting {
  keys: readonly ShownKey[]
  /** The settings that the panel currently runs with. */
  running: Stored
}
export const waitingForRestart = createCell<Waiting | undefined>(undefined)

export function noteSaved(changed: readonly ShownKey[], before: Stored): void {
  const keys = changed.filter((key) => rowOf(key).applies === 'panel restart')
  if (keys.length === 0) return
  const old = waitingForRestart.get()
  waitingForRestart.set({
    keys: [...new Set([...(old?.keys ?? []), ...keys])],
    running: old?.running ?? before,
  })
}

type Address = Pick<Stored, 'webPort' | 'webBasePath' | 'webCertFile'>

/** The settings as the panel would store them: what was typed as `secret` is stored as `/secret/`. */
export const afterSave = <T extends Address>(stored: T, { changes }: Pick<SettingsReview, 'changes'>): T => ({
  ...stored,
  ...Object.fromEntries(changes.map(({ key, after }) => [key, after])),
})

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

/** The panel's address after the restart; undefined if it does not change or only the proxy's owner can know. */
export function addressAfter(here: URL, base: string, running: Address, saved: Address): string | undefined {
  const next = new URL(here)
  next.search = ''
  if (portOf(here) === running.webPort) {
    next.port = String(saved.webPort)
    if ((running.webCertFile === '') !== (saved.webCertFile === ''))
      next.protocol = saved.webCertFile === '' ? 'http:' : 'https:'
  }
  const path = base === running.webBasePath ? saved.webBasePath : base
  next.pathname = `${path}panel/settings`
  const same = next.origin === here.origin && path === base
  return same ? undefined : next.href
}
