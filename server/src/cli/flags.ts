import { Refusal } from '#domain/refusal.ts'

/** Writes one line to standard output. */
export type Print = (line: string) => void

type FlagKind = 'text' | 'switch'
export type Flags<S extends Record<string, FlagKind>> = {
  -readonly [K in keyof S]?: S[K] extends 'switch' ? boolean : string
}

/** `-name value`, `--name value`, `-name=value`; a switch takes no value. Scripts written for 3x-ui use one dash. */
export function parseFlags<const S extends Record<string, FlagKind>>(
  args: readonly string[],
  spec: S,
): Flags<S> {
  const found: Record<string, string | boolean> = {}
  for (let i = 0; i < args.length; i++) {
    const match = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(args[i] ?? '')
    const name = match?.[1]
    if (!match || !name || !Object.hasOwn(spec, name)) {
      const known = Object.keys(spec).map((k) => `-${k}`)
      throw new Refusal('cli.unknown-flag', { flag: args[i] ?? '', known: known.join(', ') || 'nothing' })
    }
    if (spec[name] === 'switch') {
      found[name] = match[2] === undefined || match[2] === 'true'
      continue
    }
    const value = match[2] ?? args[++i]
    if (value === undefined) throw new Refusal('cli.flag-needs-value', { name })
    found[name] = value
  }
  return found as Flags<S> // the spec decided the type of every entry
}
