/**
 * A text that an unknown caller chose, so that neither Telegram nor a mail program makes a link, a mention or a command of it:
 * `https://evil.example` becomes `https[:]//evil[.]example`.
 */
export const unlinked = (text: string): string =>
  text
    .replaceAll('://', '[:]//')
    .replace(/\.(?=[\p{L}\p{N}])/gu, '[.]')
    .replaceAll('@', '[@]')
    .replace(/(^|\s)([/#$+])(?=[\p{L}\p{N}])/gu, '$1[$2]')
