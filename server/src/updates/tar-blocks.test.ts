import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { blocksOf } from './tar-blocks.ts'

it('a source that failed before the first read fails that read', async () => {
  const source = new PassThrough()
  const blocks = blocksOf(source)
  source.destroy(new Error('damaged'))
  await turn()
  await expect(blocks.header()).rejects.toThrow('damaged')
})
