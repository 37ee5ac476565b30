import { connect } from 'node:net'

/** Whether somebody accepts connections on this loopback port. */
export const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
    setTimeout(() => socket.destroy(), 500).unref()
    socket.once('close', () => resolve(false)) // after the two above it says nothing new
  })
