import { connect } from 'node:net'

// A flood of large forms in a separate process, so that it does not slow down the measurement.

export interface Forms {
  port: number
  connections: number
  /** Bytes of each form. */
  bytes: number
}

const piece = Buffer.alloc(64 * 1024, 'a=1&')
let opened = 0
let answered = 0

/** One form after the other as long as this process lives, each on its own connection. */
function pour({ port, connections, bytes }: Forms, n: number): void {
  // Every other one has no length; every third requests a route that needs credentials.
  const length = n % 2 === 0 ? `Content-Length: ${bytes}\r\n` : 'Transfer-Encoding: chunked\r\n'
  const path = n % 3 === 0 ? '/panel/api/inbounds/add' : '/login'
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n'
  const chunk =
    n % 2 === 0
      ? piece
      : Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  let left = bytes
  const socket = connect(port, '127.0.0.1', () => {
    if (++opened === connections) process.send?.({ opened })
    socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${type}${length}\r\n`)
    more()
  })
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= piece.length
      if (!socket.write(chunk)) return void socket.once('drain', more)
    }
  }
  socket.on('error', () => {}) // a reset also ends in close
  // An attacker does not wait for the rest: any response starts the next one.
  socket.once('data', () => {
    answered++
    socket.destroy()
  })
  socket.once('close', () => setImmediate(pour, { port, connections, bytes }, n))
}

process.on('message', (forms: Forms | 'count') => {
  if (forms === 'count') return void process.send?.({ answered })
  for (let n = 0; n < forms.connections; n++) pour(forms, n)
})
process.on('disconnect', () => process.exit())
