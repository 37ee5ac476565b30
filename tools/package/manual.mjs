// INSTALL.md, which lies beside the archives: how to fetch, check and install exactly this release.

/** The part of docs/install.md above its first section, with what only the release process knows. */
export function manualOf(text, { download, key, version }) {
  const values = { DOWNLOAD: download, KEY: key, VERSION: version }
  const [part] = text.split(/^## /m)
  return `${part.trimEnd().replaceAll(/@(DOWNLOAD|KEY|VERSION)@/g, (_, name) => values[name])}\n`
}

/** The archives lie beside the release list. */
export const downloadOf = (updatesFrom) => new URL('.', updatesFrom).href.replace(/\/$/, '')
