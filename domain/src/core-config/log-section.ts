import type { Block } from '#contract/inbound.ts'
import { asBlock, foldedAt, foldedText } from '#domain/untyped.ts'
import { withoutEnd } from '../texts.ts'

const levels = ['debug', 'info', 'warning', 'error', 'none'] as const

const isNone = (path: string): boolean => path.toLowerCase() === 'none'

/** The file name of the given path, placed in the log folder; blank if nothing is left of it. */
function confined(path: string, folder: string): string {
  const name = path
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
    .trim()
  return name === '' || /^\.+$/.test(name) ? '' : `${withoutEnd(folder, '/')}/${name}`
}

/**
 * `log`, built from these keys only. The access log always goes to stdout: the panel uses it to learn which peer
 * belongs to which client (R32), so neither an address mask nor level "none", which also silences it, reaches the core.
 * Files that the operator asked for are written and rotated by the panel: see `keptAccessLog` and `keptErrorLog`.
 */
export function logSection(written: unknown): Block {
  const log = asBlock(written)
  const asked = foldedText(log, 'loglevel').toLowerCase()
  const level = levels.find((l) => l === asked) ?? 'warning'
  const error = foldedText(log, 'error')
  const silent = level === 'none' || isNone(error)
  return {
    access: '',
    error: silent ? 'none' : '',
    loglevel: level === 'none' ? 'error' : level,
    dnsLog: foldedAt(log, 'dnsLog') === true,
    maskAddress: '', // no mask; a published client fails if the key is missing (R1)
  }
}

/** Where to keep the error log; undefined by default. */
export function keptErrorLog(written: unknown, folder: string): string | undefined {
  const error = foldedText(asBlock(written), 'error')
  return error === '' || isNone(error) ? undefined : confined(error, folder) || undefined
}

/** Where to keep the access log; undefined by default: no line is kept (R32). */
export function keptAccessLog(
  written: unknown,
  folder: string,
): { file: string; maskAddress: string } | undefined {
  const log = asBlock(written)
  const access = foldedText(log, 'access')
  if (access === '' || isNone(access)) return undefined
  const file = confined(access, folder)
  return file === '' ? undefined : { file, maskAddress: foldedText(log, 'maskAddress') }
}
