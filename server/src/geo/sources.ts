const latest = (repository: string, file: string) =>
  `https://github.com/${repository}/releases/latest/download/${file}`

/** The files that the panel may fetch by name, and where each comes from. */
export const knownFiles: ReadonlyMap<string, string> = new Map([
  ['geoip.dat', latest('Loyalsoldier/v2ray-rules-dat', 'geoip.dat')],
  ['geosite.dat', latest('Loyalsoldier/v2ray-rules-dat', 'geosite.dat')],
  ['geoip_IR.dat', latest('chocolate4u/Iran-v2ray-rules', 'geoip.dat')],
  ['geosite_IR.dat', latest('chocolate4u/Iran-v2ray-rules', 'geosite.dat')],
  ['geoip_RU.dat', latest('runetfreedom/russia-v2ray-rules-dat', 'geoip.dat')],
  ['geosite_RU.dat', latest('runetfreedom/russia-v2ray-rules-dat', 'geosite.dat')],
])

/** A name below the core's folder and nothing else: it becomes a path. */
export const isGeoName = (name: string): boolean => /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,120}\.dat$/.test(name)
