interface Known {
  webDomain: string
  subDomain: string
  publicHost: string
}

const isLocal = (host: string) => /^(localhost|127\.|\[?::1\]?$)/.test(host)

/** The name that people use for this server: from the settings, else from the address bar. */
export function suggestedName({ webDomain, subDomain, publicHost }: Known, addressBar: string): string {
  const shown = addressBar.replace(/^\[(.*)\]$/, '$1')
  const names = [webDomain, subDomain].filter((name) => name !== '')
  if (names.length > 0) return [...new Set(names)].join(', ')
  return publicHost || (isLocal(shown) ? '' : shown)
}
