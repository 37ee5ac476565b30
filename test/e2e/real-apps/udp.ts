import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'

/** Echoes every packet, on the port of the origin. */
export async function startEcho(port: number): Promise<() => Promise<void>> {
  const echo = createSocket('udp4')
  echo.on('message', (message, from) => echo.send(message, from.port, from.address))
  echo.bind(port, '127.0.0.1')
  await once(echo, 'listening')
  return () => new Promise((done) => echo.close(() => done()))
}

const greeting = Buffer.from([5, 1, 0])
const associate = Buffer.from([5, 3, 0, 1, 0, 0, 0, 0, 0, 0])
/** Nothing is there: an answer can only come through the core, whose only outbound leads to the origin. */
const farAway = Buffer.from([0, 0, 0, 1, 192, 0, 2, 1, 0x10, 0x92])
const again = 400

async function relayPort(proxyPort: number) {
  const control = connect(proxyPort, '127.0.0.1')
  control.on('error', () => {})
  control.write(greeting)
  await once(control, 'data')
  control.write(associate)
  const [reply] = (await once(control, 'data')) as [Buffer]
  return { control, port: reply.readUInt16BE(reply.length - 2) }
}

/** The reply through a client's proxy; lost packets are sent again. */
export async function echoThrough(proxyPort: number, text: string, timeoutMs: number): Promise<string> {
  const { control, port } = await relayPort(proxyPort)
  const socket = createSocket('udp4')
  const packet = Buffer.concat([farAway, Buffer.from(text)])
  const say = () => socket.send(packet, port, '127.0.0.1')
  say()
  const timer = setInterval(say, again)
  try {
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [Buffer]
    return answer.subarray(farAway.length).toString()
  } finally {
    clearInterval(timer)
    socket.close()
    control.destroy()
  }
}
