import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

type Names = Readonly<Record<string, string>>
interface Locked {
  dependencies?: Names
  devDependencies?: Names
  optionalDependencies?: Names
}
type Lock = Readonly<Record<string, Locked>>

/** What a package asks for and no `node_modules` folder above it has. `npm ci` refuses such a lockfile. */
function missingIn(packages: Lock): string[] {
  return Object.entries(packages).flatMap(
    ([path, { dependencies, devDependencies, optionalDependencies }]) => {
      const folders = path
        .split('/node_modules/')
        .map((_, i, parts) => parts.slice(0, parts.length - i).join('/node_modules/'))
      const places = [
        ...folders.filter((folder) => folder !== '').map((folder) => `${folder}/node_modules`),
        'node_modules',
      ]
      const asked =
        path === ''
          ? { ...devDependencies, ...dependencies, ...optionalDependencies }
          : { ...dependencies, ...optionalDependencies }
      return Object.keys(asked)
        .filter((name) => !places.some((place) => Object.hasOwn(packages, `${place}/${name}`)))
        .map((name) => `${path || 'sluice'} needs ${name}`)
    },
  )
}

it('the lockfile has every package for every platform', () => {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }
  expect(Object.keys(packages).length).toBeGreaterThan(200)
  expect(missingIn(packages)).toEqual([])
})

it('a package whose part for another platform is missing is found', () => {
  const packages: Lock = {
    '': { dependencies: { a: '1.0.0' } },
    'node_modules/a': { optionalDependencies: { 'a-arm64': '1.0.0', 'a-x64': '1.0.0' } },
    'node_modules/a/node_modules/a-x64': {},
  }
  expect(missingIn(packages)).toEqual(['node_modules/a needs a-arm64'])
})
