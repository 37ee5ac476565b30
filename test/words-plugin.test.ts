import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { wordsPlugin } from '../tools/words.ts'

const file = join(import.meta.dirname, '..', 'locales', 'en', 'app.json')

/** What the page is told when the file changes, and how often the file was read until then. */
async function change(texts: readonly string[]) {
  const sent: unknown[] = []
  let reads = 0
  const { hotUpdate } = wordsPlugin()
  if (typeof hotUpdate !== 'function') throw new Error('the plugin does not hear of changes')
  const environment = {
    moduleGraph: { idToModuleMap: new Map() },
    hot: { send: (what: unknown) => sent.push(what) },
  }
  const read = () => {
    reads += 1
    return texts[Math.min(reads, texts.length) - 1] ?? ''
  }
  // Only what the plugin uses.
  const done = hotUpdate.call({ environment } as never, { file, read } as never)
  return { done, sent, reads: () => reads }
}

it('tells the page of a changed sentence once its file is complete', async () => {
  const whole = readFileSync(file, 'utf8')
  const { done, sent, reads } = await change(['', whole.slice(0, 500), whole])
  expect(sent).toEqual([])
  await done
  expect(reads()).toBe(3)
  expect(sent).toEqual([{ type: 'full-reload' }])
})

it('reports a file with a mistake', async () => {
  const { done, sent } = await change(['{ "a": '])
  await expect(done).rejects.toThrow('JSON')
  expect(sent).toEqual([])
})
