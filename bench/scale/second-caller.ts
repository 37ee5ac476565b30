import { setTimeout as wait } from 'node:timers/promises'

// A second caller: a small request every few milliseconds, or one edit after the other, until told to stop.

export type Start = { url: string; headers: Record<string, string>; kind: 'poll' | 'edit'; email: string }

let going = false
let times: number[] = []
let running: Promise<void> | undefined

async function run({ url, headers, kind, email }: Start) {
  for (let i = 0; going; i++) {
    const began = performance.now()
    const res =
      kind === 'poll'
        ? await fetch(`${url}/csrf-token`, { headers })
        : await fetch(`${url}/panel/api/clients/update/${email}`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ email, comment: `edit ${i} at ${began}` }),
          })
    await res.arrayBuffer()
    times.push(performance.now() - began)
    await wait(5)
  }
}

process.on('message', async (message: Start | 'stop') => {
  if (message !== 'stop') {
    times = []
    going = true
    running = run(message)
    process.send?.('started')
    return
  }
  going = false
  await running
  process.send?.(times)
})
process.on('disconnect', () => process.exit())
