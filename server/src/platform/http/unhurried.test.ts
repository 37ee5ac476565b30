import { get, type RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { unhurried } from './mount.ts'
import { createPort } from './ports.ts'
import type { HttpReply } from './reply.ts'
import type { HttpRequest } from './request.ts'

/** Asks for an answer that takes longer than the connection may be silent. */
async function ask(kind: 'user' | 'anonymous', isReadFirst = true): Promise<string> {
  const port = createPort(undefined)
  const handler: RequestListener = (raw, response) => {
    raw.socket.setTimeout(50)
    const work = () => {
      // The parts of a request and a reply that are used here.
      const request = { raw, caller: { kind } } as unknown as HttpRequest
      const hurry = unhurried(request, { raw: response } as unknown as HttpReply)
      setTimeout(() => {
        hurry()
        response.end(`late, then ${raw.socket.timeout}`)
      }, 300)
    }
    if (isReadFirst) raw.resume().on('end', work)
    else work()
  }
  port.attach({ request: handler })
  const number = await port.listen('127.0.0.1', await freePort())
  try {
    return await new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port: number, agent: false }, async (response) => {
        let text = ''
        for await (const part of response) text += part
        resolve(text)
      }).on('error', reject)
    })
  } finally {
    await port.close(0)
  }
}

it('work of a known caller may take its time; the answer must then be taken in time', async () => {
  expect(await ask('user')).toBe('late, then 30000')
})

it('the same for a request without a body that is answered before its end is noticed', async () => {
  expect(await ask('user', false)).toBe('late, then 30000')
})

it('an unknown caller does not hold a connection open', async () => {
  await expect(ask('anonymous')).rejects.toMatchObject({ code: 'ECONNRESET' })
})
