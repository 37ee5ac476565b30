import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeS3, fakeS3, s3Keys } from '#test/fixtures/fake-s3.ts'
import { createEgress } from '../../platform/egress/safe-fetch.ts'
import { createS3, type S3 } from './s3.ts'

let folder: string
let fake: FakeS3
let s3: S3
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-s3-'))
  fake = await fakeS3('backups', 'eu-north-1')
  s3 = createS3(createEgress(), {
    endpoint: `${fake.url}/`,
    region: 'eu-north-1',
    bucket: 'backups',
    prefix: 'a/b c/',
    ...s3Keys,
    allowPrivate: true,
  })
})
afterAll(async () => {
  await fake.close()
  rmSync(folder, { recursive: true, force: true })
})

it('sends a large file in parts, and fetches it again', async () => {
  const content = randomBytes(17 * 1024 * 1024)
  const file = join(folder, 'large')
  writeFileSync(file, content)
  await s3.put('large', file, content.length)
  expect(fake.objects.get('a/b c/large')?.equals(content)).toBe(true)
  expect(fake.calls.map((call) => call.split(' ')[0])).toEqual(['POST', 'PUT', 'PUT', 'POST'])
  await s3.get('large', join(folder, 'again'))
  expect(readFileSync(join(folder, 'again')).equals(content)).toBe(true)
})

it('lists page by page, and only what is below its prefix', async () => {
  for (const key of ['a/b c/1', 'a/b c/2', 'a/b c/3', 'a/b c/4', 'a/other'])
    fake.objects.set(key, Buffer.from(key))
  const names = (await s3.list()).map(({ name }) => name)
  expect(names).toEqual(['1', '2', '3', '4', 'large'])
})

it('removes the parts of an upload that failed', async () => {
  const file = join(folder, 'short')
  writeFileSync(file, 'x')
  await expect(s3.put('short', file, 17 * 1024 * 1024)).rejects.toThrow('shorter')
  expect(fake.calls.at(-1)).toMatch(/^DELETE/)
  expect(fake.objects.has('a/b c/short')).toBe(false)
})
