import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { messagesOf } from '#test/catalogue.ts'
import { firstParts, parts } from './parts.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(path, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '')
const imported = /^(?:import|export) (?!type )[\w\s{},*]*?from '(\.[^']+\.tsx?)'/gm
/** Matches a dynamic import and the word files named in lazyWithWords after it. */
const fetched = /import\('(\.[^']+\.tsx?)'\)([^)]*)/g

interface Chunk {
  start: string
  words: readonly string[]
  /** Files that were already loaded by the importing chunks. */
  here: ReadonlySet<string>
}

/** The sources in this chunk, and the chunks that it imports lazily. */
function walk({ start, words, here }: Chunk) {
  const seen = new Set<string>()
  const chunks: Chunk[] = []
  const todo = [start]
  for (let path = todo.pop(); path; path = todo.pop()) {
    if (seen.has(path) || here.has(path) || path.startsWith(join(web, 'i18n'))) continue
    seen.add(path)
    const text = read(path)
    const at = (name = '') => join(dirname(path ?? ''), name)
    for (const [, name] of text.matchAll(imported)) todo.push(at(name))
    for (const [, name, rest = ''] of text.matchAll(fetched)) {
      const own = [...rest.matchAll(/'([a-z-]+)'/g)].map(([, file]) => file ?? '')
      chunks.push({ start: at(name), words: [...words, ...own], here: new Set() })
    }
  }
  const all = new Set([...here, ...seen])
  return { seen, chunks: chunks.map((chunk) => ({ ...chunk, here: all })) }
}

it('every chunk loads the words it uses', () => {
  const partOf = new Map<string, string>(
    Object.entries(parts).flatMap(([part, names]) => names.map((name): [string, string] => [name, part])),
  )
  const keys = new Set(Object.keys(messagesOf('en', 'app')))
  const missing = new Set<string>()
  const visited: string[] = []
  const todo: Chunk[] = [{ start: join(web, 'main.tsx'), words: firstParts, here: new Set() }]
  for (let chunk = todo.pop(); chunk; chunk = todo.pop()) {
    visited.push(relative(web, chunk.start))
    const { seen, chunks } = walk(chunk)
    todo.push(...chunks)
    // The name of a property is not a word: acts and words may have the same name.
    for (const path of seen)
      for (const [, key = ''] of read(path).matchAll(/'(\w+\.[\w.]+)'(?!:)/g)) {
        const part = keys.has(key) ? partOf.get(key.split('.')[0] ?? '') : undefined
        if (part && !chunk.words.includes(part))
          missing.add(`${relative(web, chunk.start)} needs '${part}': ${key} in ${relative(web, path)}`)
      }
  }
  expect([...missing]).toEqual([])
  expect(visited).toEqual(
    expect.arrayContaining([
      'pages/login/login-page.tsx',
      'pages/clients/clients-page.tsx',
      'pages/inbounds/editor/edit-inbound.tsx',
      'palette/palette.tsx',
    ]),
  )
})
