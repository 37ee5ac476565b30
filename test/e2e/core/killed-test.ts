import { probeConfig } from '#domain/outbounds/probe-config.ts'
import { startTestCore } from '#server/core/process/throwaway-cores.ts'
import { freePort } from '#test/free-port.ts'

// The core of an outbound test in a process that gets killed: argv is the binary; prints the pid of the core.
const [, , binary = ''] = process.argv
const door = { port: await freePort(), password: 'x' }
const { pid } = await startTestCore(binary, {}, probeConfig([{ protocol: 'freedom' }], [], door))
console.log(pid)
setInterval(() => {}, 60_000)
