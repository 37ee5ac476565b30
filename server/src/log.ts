import { pino } from 'pino'

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>

/** One JSON line per event on standard error: standard output is for the person who started the panel. */
export const createLog = (level: string): Log =>
  pino({ level, base: null }, pino.destination({ fd: 2, sync: true }))

export const silentLog: Log = pino({ level: 'silent' })
