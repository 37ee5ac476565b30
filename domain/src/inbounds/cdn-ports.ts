/** HTTPS ports that a CDN passes on: 443 with every one, the others with Cloudflare. */
export const cdnPorts = [443, 8443, 2053, 2083, 2087, 2096] as const

/** Those that nothing on this server uses. */
export const freeCdnPorts = (taken: Iterable<number>): number[] => {
  const used = new Set(taken)
  return cdnPorts.filter((port) => !used.has(port))
}
