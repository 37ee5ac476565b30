const latest = (repository: string, file: string) =>
  `https://github.com/${repository}/releases/latest/download/${file}`

/** Well-known files and their download URLs. */
export const knownFiles: ReadonlyMap<string, string> = new Map([
  ['geoip.dat', latest('Loyalsoldier/v2ray-rules-dat', 'geoip.dat')],
  ['geosite.dat', latest('Loyalsoldier/v2ray-rules-dat', 'geosite.dat')],
  ['geoip_IR.dat', latest('chocolate4u/Iran-v2ray-rules', 'geoip.dat')],
  ['geosite_IR.dat', latest('chocolate4u/Iran-v2ray-rules', 'geosite.dat')],
  ['geoip_RU.dat', latest('runetfreedom/russia-v2ray-rules-dat', 'geoip.dat')],
  ['geosite_RU.dat', latest('runetfreedom/russia-v2ray-rules-dat', 'geosite.dat')],
])

/** A plain file name in the core's folder: it becomes a path. */
export const isGeoName = (name: string): boolean => /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,120}\.dat$/.test(name)
