import { rowOf, type SettingKey, type Settings } from '#contract/settings.ts'
import { feedSwitches } from './matters.ts'

const moves = ['subPort', 'subPath', 'subJsonPath', 'subClashPath', 'subSingboxPath'] as const
const everywhere = ['0.0.0.0', '::']

const names = ({ subDomain, subMoreDomains }: Settings): string[] =>
  subDomain === '' ? [] : [subDomain, ...subMoreDomains.split(',').map((name) => name.trim())].filter(Boolean)

/** Without a configured name, requests for every name are answered. */
function losesName(before: Settings, next: Settings): boolean {
  const kept = names(next)
  if (kept.length === 0) return false
  const had = names(before)
  return had.length === 0 || had.some((name) => !kept.includes(name))
}

/** Whether an address under which subscriptions were fetched stops answering. */
const subscriptionsStop = (before: Settings, next: Settings): boolean =>
  moves.some((key) => before[key] !== next[key]) ||
  feedSwitches.some((key) => before[key] && !next[key]) ||
  (before.subPlainHttp && !next.subPlainHttp) ||
  (before.subListen !== next.subListen && !everywhere.includes(next.subListen)) ||
  losesName(before, next)

/** The server in the links of inbounds that name none. */
const linkHost = ({ publicHost, subDomain, webDomain }: Settings): string =>
  publicHost || subDomain || webDomain

/** What saving these settings would change, and for which users. */
export function settingEffects(before: Settings, next: Settings, changed: readonly SettingKey[]) {
  const moved = (keys: readonly SettingKey[]) => keys.some((key) => changed.includes(key))
  return {
    restart: changed.filter((key) => rowOf(key).applies === 'panel restart'),
    panelMoves: moved(['webListen', 'webPort', 'webBasePath', 'webDomain']),
    subscriptionsStop: before.subEnable && subscriptionsStop(before, next),
    linksChange: linkHost(before) !== linkHost(next),
  }
}
