import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { containerFiles, imagesIn, pinned } from '../tools/package/images.mjs'

const known = JSON.parse(readFileSync('packaging/images.json', 'utf8')) as Record<string, string> // our own file
const used = containerFiles.flatMap((file) => imagesIn(readFileSync(file, 'utf8')))

it('every image of the container files is listed, and nothing else', () => {
  expect([...new Set(used)].sort()).toEqual(Object.keys(known).sort())
  for (const digest of Object.values(known)) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
})

it('pins every image by its digest, and no stage of the file itself', () => {
  const digests = Object.fromEntries(Object.keys(known).map((image) => [image, `sha256:${'a'.repeat(64)}`]))
  for (const file of containerFiles) {
    const text = pinned(readFileSync(file, 'utf8'), digests)
    for (const [line] of text.matchAll(/^(?:FROM|\s+image:) \S+/gm))
      expect(line).toMatch(/@sha256:[0-9a-f]{64}$/)
    expect(text).toContain(file.startsWith('Dockerfile') ? 'COPY --from=build ' : 'services:')
  }
  expect(readFileSync('Dockerfile', 'utf8')).not.toContain('# syntax=') // it would be one more image, by tag
})

it('refuses a release while a digest is missing or is none', () => {
  const text = 'FROM node:24-bookworm AS build\nFROM debian:bookworm-slim\n'
  const digests = { 'node:24-bookworm': `sha256:${'a'.repeat(64)}` }
  expect(() => pinned(text, digests)).toThrow('No digest is known for debian:bookworm-slim.')
  expect(() => pinned(text, { ...digests, 'debian:bookworm-slim': 'sha256:12' })).toThrow('debian')
})
