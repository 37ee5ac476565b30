// Base images by digest: a tag can be moved to other bytes, a digest cannot. The digests are in packaging/images.json;
// a release with container files is refused while one is missing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { giveUp } from '../child.mjs'
import { root } from '../setup.mjs'

const digest = /^sha256:[0-9a-f]{64}$/
/** `FROM name:tag`, and `image: name:tag` of a compose file; a stage of the same file has no tag. */
const uses = /^(FROM|\s+image:) ([\w./-]+:[\w.-]+)(?=\s|$)/gm

export const imagesIn = (text) => [...text.matchAll(uses)].map(([, , image]) => image)

/** The same file with every image by its digest; refuses one whose digest is not known. */
export function pinned(text, digests) {
  const unknown = imagesIn(text).filter((image) => !digest.test(digests[image] ?? ''))
  if (unknown.length > 0)
    giveUp(
      `No digest is known for ${[...new Set(unknown)].join(', ')}. Write it into packaging/images.json: ` +
        "docker buildx imagetools inspect NAME --format '{{.Manifest.Digest}}' prints it.",
    )
  return text.replace(uses, (_, word, image) => `${word} ${image}@${digests[image]}`)
}

export const containerFiles = [
  'Dockerfile',
  'Dockerfile.probe',
  'docs/compose/one-panel.yaml',
  'docs/compose/two-panels.yaml',
]

/** Writes the container files of a release. */
export function writeContainerFiles(out) {
  const digests = JSON.parse(readFileSync(join(root, 'packaging', 'images.json'), 'utf8'))
  const files = containerFiles.map((file) => [file, pinned(readFileSync(join(root, file), 'utf8'), digests)])
  mkdirSync(join(out, 'container'), { recursive: true })
  for (const [file, text] of files) writeFileSync(join(out, 'container', basename(file)), text)
}
