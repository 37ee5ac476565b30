/** `[Info] [767735653] app/dispatcher: taking detour [probe-0] for [tcp:a.example:443]` */
const taken = /\[(\d+)\] app\/dispatcher: taking detour \[(probe-\d+)\]/
const failed = /\[(\d+)\] .*failed to process outbound traffic > (.*)$/
const blocked = /\[(\d+)\] proxy\/freedom: blocked target/
/** The line that the core prints once all its listeners are open. */
const started = /\[Warning\] core: Xray \S+ started$/

/** The innermost cause in the core's error chain, without the package name. */
export function causeOf(chain: string): string {
  const [, attempts] = /\[((?:dial|lookup|remote error|tls|x509)[^\]]*)\]/.exec(chain) ?? []
  const last = attempts ?? chain.split(' > ').at(-1) ?? ''
  return last.replace(/^[a-z0-9]+(\/[a-z0-9_]+)+: /, '').slice(0, 300)
}

/** Follows what a test core logs about each of its outbounds. */
export function createCoreLines() {
  const outboundOf = new Map<string, string>()
  const causes = new Map<string, string>()
  const blocks = new Map<string, () => void>()
  let onStarted = () => {}

  return {
    read(line: string): void {
      if (started.test(line)) onStarted()
      const [, session, outbound] = taken.exec(line) ?? []
      if (session && outbound) outboundOf.set(session, outbound)
      const [, failing = '', chain = ''] = failed.exec(line) ?? []
      const named = outboundOf.get(failing)
      if (named) causes.set(named, causeOf(chain))
      const hidden = outboundOf.get(blocked.exec(line)?.[1] ?? '')
      if (hidden) blocks.get(hidden)?.()
    },
    whenStarted: (run: () => void) => {
      onStarted = run
    },
    /** Registers a callback for when the core stops this outbound from reaching a private address. */
    whenBlocked: (outbound: string, run: () => void) => blocks.set(outbound, run),
    cause: (outbound: string): string | undefined => causes.get(outbound),
  }
}

export type CoreLines = ReturnType<typeof createCoreLines>
