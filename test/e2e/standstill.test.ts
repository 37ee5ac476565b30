import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startProgram } from '#test/program.ts'
import { until } from '#test/until.ts'
import { sharedTmp } from '../../tools/shared-tmp.mjs'

const ask = (connection: string) => `GET / HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`

/** A connection, and all that it received. */
async function connection(port: number) {
  const socket = connect(port, '127.0.0.1')
  const heard = { text: '', isClosed: false }
  socket.on('data', (data) => {
    heard.text += data.toString('latin1')
  })
  socket.on('error', (error) => {
    heard.text += `[${error.message}]`
  })
  socket.on('close', () => {
    heard.isClosed = true
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, heard }
}

/** As on a server whose host gives it no processor time for some seconds. */
it('a panel that stood still answers what came meanwhile, also on connections whose time is over', async () => {
  const folder = mkdtempSync(join(sharedTmp(), 'sluice-standstill-'))
  const program = await startProgram({ folder })
  try {
    await program.ready
    const open = await stoppedWithTwo(program)
    for (const { socket, heard } of open) {
      heard.text = ''
      socket.write(ask('close'))
    }
    await sleep(7_500) // longer than a connection may wait for its first request, or for its next one
    process.kill(program.pid, 'SIGCONT')
    await until('both are closed', () => open.every(({ heard }) => heard.isClosed))
    expect(open.map(({ heard }) => heard.text.slice(0, 13))).toEqual(['HTTP/1.1 200 ', 'HTTP/1.1 200 '])
  } finally {
    await program.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Stops the panel while one connection has asked nothing, and another has its answer. */
async function stoppedWithTwo({ pid, port }: { pid: number; port: number }) {
  let open: Awaited<ReturnType<typeof connection>>[] = []
  await until('the panel stands still with both connections open', async () => {
    for (const { socket } of open) socket.destroy()
    const [silent, kept] = [await connection(port), await connection(port)]
    open = [silent, kept]
    kept.socket.write(ask('keep-alive'))
    await until('it has answered', () => kept.heard.text.includes('</html>'))
    process.kill(pid, 'SIGSTOP')
    await sleep(100)
    // On a slow machine the panel may have closed one of them before.
    const areOpen = open.every(({ heard }) => !heard.isClosed)
    if (!areOpen) process.kill(pid, 'SIGCONT')
    return areOpen
  })
  return open
}
