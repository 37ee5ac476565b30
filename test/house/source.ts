import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type ParseResult, parseSync, Visitor, type VisitorObject } from 'rolldown/utils'

/** A file of the repository; `path` is relative to its root, with forward slashes. */
export interface Source {
  path: string
  text: string
}

/** One house rule: what it finds in a file, and samples that prove that it can fail. */
export interface Rule {
  name: string
  finds(source: Source): string[]
  bad: Source[]
  good: Source[]
}

// What git ignores, and git's own folder.
const skipped = new Set(['.git', '.cache', 'node_modules', 'dist', 'data'])

export function readRepository(root: string, folder = ''): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (skipped.has(entry.name)) return []
    if (entry.isDirectory()) return readRepository(root, path)
    if (!entry.isFile() || entry.name.endsWith('.tsbuildinfo')) return []
    const text = readFileSync(join(root, path), 'utf8')
    return text.includes('\0') ? [] : [{ path, text }]
  })
}

export const isCode = ({ path }: Source) => /\.(tsx?|mjs)$/.test(path) && !path.includes('/generated/')
export const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path)

const parsed = new WeakMap<Source, ParseResult>()

export function parse(source: Source): ParseResult {
  const known = parsed.get(source)
  if (known) return known
  const result = parseSync(source.path, source.text)
  parsed.set(source, result)
  return result
}

export function visit(source: Source, visitor: VisitorObject): void {
  new Visitor(visitor).visit(parse(source).program)
}

/** A finding in a form that an editor can open. */
export function at(source: Source, offset: number, what: string): string {
  return `${source.path}:${source.text.slice(0, offset).split('\n').length} ${what}`
}

export interface Import {
  /** The target: a path in the repository, or the name of a package. */
  to: string
  /** Erased together with the types. */
  typeOnly: boolean
  /** `import()`: the file runs when it is called, not when this one is loaded. */
  lazy: boolean
  names: string[]
  start: number
}

const projectOf: Record<string, string> = {
  '#contract': 'contract/src',
  '#domain': 'domain/src',
  '#server': 'server/src',
  '#test': 'test',
  '#locales': 'locales',
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const [first = '', ...rest] = specifier.split('/')
  return projectOf[first] ? [projectOf[first], ...rest].join('/') : specifier
}

/** Every static import, re-export and dynamic import of a file. */
export function importsOf(source: Source): Import[] {
  if (!isCode(source)) return []
  const { module } = parse(source)
  const found: Import[] = module.staticImports.map(({ moduleRequest, entries, start }) => ({
    to: target(source.path, moduleRequest.value),
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    lazy: false,
    names: entries.map((entry) => entry.importName.name ?? '*'),
    start,
  }))
  for (const entry of module.staticExports.flatMap((statement) => statement.entries)) {
    if (!entry.moduleRequest) continue
    const to = target(source.path, entry.moduleRequest.value)
    const names = [entry.importName.name ?? '*']
    found.push({ to, typeOnly: entry.isType, lazy: false, names, start: entry.start })
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literal = /^['"`](.*)['"`]$/.exec(source.text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    if (!literal) continue
    found.push({ to: target(source.path, literal), typeOnly: false, lazy: true, names: ['*'], start })
  }
  return found
}
