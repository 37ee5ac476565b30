// Whether a build is up to date: a hash over the content of all inputs. Content, not timestamps, so that a checkout of
// the same commit builds nothing; reading a few hundred files takes ~20 ms (ADR 010).
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const isTest = (name) => /\.test\.tsx?$/.test(name)

function* filesBelow(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat?.isFile()) yield path
  if (!stat?.isDirectory()) return
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* filesBelow(root, `${path}/${entry.name}`)
    else if (!isTest(entry.name)) yield `${path}/${entry.name}`
  }
}

/** One hash over paths and contents; a missing path counts as empty. */
export function hashInputs(root, paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => [...filesBelow(root, path)]).sort()) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
