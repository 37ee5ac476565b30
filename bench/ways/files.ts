import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(import.meta.dirname))
/** Files that know nothing of the business do not count: `platform`, and what stands directly in domain/src. */
const isCounted = (file: string): boolean =>
  /^(contract|domain|server)\/src\/(?!platform\/)/.test(file) && !/^domain\/src\/[^/]+$/.test(file)
const leafLines = 12
/** Work that a request leaves behind has ended by then. */
const restMs = 500

interface Called {
  name: string
  from: number
  to: number
}

const v8 = new Session()
v8.connect()
await v8.post('Profiler.enable')
await v8.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** The functions that run because of `work`, by file. The code that runs when a module is loaded is not among them. */
async function calledIn(work: () => Promise<unknown>): Promise<Map<string, Called[]>> {
  await v8.post('Profiler.takePreciseCoverage')
  await work()
  await pause(restMs)
  const { result } = await v8.post('Profiler.takePreciseCoverage')
  const found = new Map<string, Called[]>()
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''
    const called = functions.flatMap(({ functionName: name, ranges: [whole] }) =>
      whole && whole.count > 0 && (name !== '' || whole.startOffset > 0)
        ? [{ name, from: whole.startOffset, to: whole.endOffset }]
        : [],
    )
    if (isCounted(file) && called.length > 0) found.set(file, called)
  }
  return found
}

/** The files from which it imports values, with the names of these. */
const importsOf = (file: string, text: string) =>
  [...text.matchAll(/^import (?!type\b)([^']+?) from '([#.][^']+)'/gm)].map(([, names = '', from = '']) => ({
    names: names.match(/\w+(?=\s*[,}\n]|$)/g) ?? [],
    from: from.startsWith('#') ? from.replace(/^#(\w+)\//, '$1/src/') : join(dirname(file), from),
  }))

function rowOf(file: string, called: readonly Called[]) {
  const text = readFileSync(join(root, file), 'utf8')
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const lines = new Set<number>()
  for (const { from, to } of called) for (let i = lineAt(from); i <= lineAt(to); i++) lines.add(i)
  const words = new Set(called.flatMap(({ from, to }) => text.slice(from, to).match(/\w+/g) ?? []))
  const calls = importsOf(file, text).flatMap(({ names, from }) =>
    names.some((name) => words.has(name)) ? [from] : [],
  )
  const functions = [...new Set(called.map(({ name }) => name))].filter((name) => name !== '')
  return { file, lines: lines.size, calls, functions }
}

type Row = ReturnType<typeof rowOf>

function leavesOf(rows: readonly Row[]): ReadonlySet<Row> {
  const leaves = new Set(rows.filter(({ lines }) => lines <= leafLines))
  for (let size = Number.NaN; size !== leaves.size; ) {
    size = leaves.size
    const others = new Set(rows.flatMap((row) => (leaves.has(row) ? [] : [row.file])))
    for (const row of leaves) if (row.calls.some((file) => others.has(file))) leaves.delete(row)
  }
  return leaves
}

/** Prints the files of one way: the lines that ran, and the functions. */
export async function printWay(
  name: string,
  budget: number,
  trivial: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  await trivial() // loads what it needs
  const always = await calledIn(trivial)
  const rows = [...(await calledIn(work))].flatMap(([file, all]) => {
    const usual = new Set(always.get(file)?.map(({ from }) => from))
    const called = all.filter(({ from }) => !usual.has(from))
    return called.length > 0 ? [rowOf(file, called)] : []
  })
  rows.sort((a, b) => (a.file < b.file ? -1 : 1))
  const leaves = leavesOf(rows)
  console.log(`\n${name}: ${rows.length - leaves.size} files (budget ${budget}), and ${leaves.size} leaves`)
  for (const row of rows) {
    const kind = leaves.has(row) ? 'leaf' : '    '
    console.log(`${kind} ${String(row.lines).padStart(4)} ${row.file}: ${row.functions.join(' ')}`)
  }
}
