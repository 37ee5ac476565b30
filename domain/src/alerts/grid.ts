import type { Alert, AlertKind } from '#contract/alerts.ts'
import { alertKinds, alertLevel, isAlertKind } from './texts.ts'

/** Names of 3x-ui that stand for one or several kinds here. Its other names are the same as ours. */
const aliases: Readonly<Record<string, readonly AlertKind[]>> = {
  'login.attempt': ['login.success', 'login.failed'],
  'xray.crash': ['core.crashed'],
}

/** The kinds in a comma-separated list, in either spelling. Unknown names are skipped. */
export function kindsIn(list: string): ReadonlySet<AlertKind> {
  const names = list.split(',').map((name) => name.trim())
  return new Set(
    names.flatMap((name) =>
      Object.hasOwn(aliases, name) ? (aliases[name] ?? []) : isAlertKind(name) ? [name] : [],
    ),
  )
}

/** The list of these kinds, in 3x-ui's spelling where it has one: its clients read these settings too. */
export function listOf(kinds: ReadonlySet<AlertKind>): string {
  const rest = new Set(kinds)
  const names: string[] = []
  for (const [alias, meant] of Object.entries(aliases)) {
    if (!meant.every((kind) => kinds.has(kind))) continue
    names.push(alias)
    for (const kind of meant) rest.delete(kind)
  }
  return [...names, ...alertKinds.filter((kind) => rest.has(kind))].join(',')
}

/** 3x-ui's older switch for logins is a view of the list; a save of one changes the other. */
export const tellsLogins = (list: string): boolean => {
  const kinds = kindsIn(list)
  return kinds.has('login.success') || kinds.has('login.failed')
}

export function withLogins(list: string, on: boolean): string {
  if (tellsLogins(list) === on) return list
  const kinds = new Set(kindsIn(list))
  for (const kind of aliases['login.attempt'] ?? []) on ? kinds.add(kind) : kinds.delete(kind)
  return listOf(kinds)
}

/** Each outlet has its own thresholds; 0 is off. */
export type Thresholds = Record<keyof typeof loadKinds, number>

export const loadKinds = { cpu: 'cpu.high', memory: 'memory.high', disk: 'disk.high' } as const

/** The threshold that was crossed; 0 for kinds that have none. */
export const thresholdOf = ({ params }: Alert): number => ('threshold' in params ? params.threshold : 0)

export const urgentKinds = alertKinds.filter((kind) => alertLevel[kind] === 'error')
