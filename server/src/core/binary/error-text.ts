const failed = /^Failed to start: (.*)$/m
const panicked = /^(?:panic|fatal error): .*$/m
/** `infra/conf: `, `main: `, `app/proxyman/inbound: ` before the message: the source location, not the reason. */
const place = /^(?:[a-z0-9_]+(?:\/[a-z0-9_.]+)+|main|core): /

/** A program may print megabytes without a line feed. */
const mostWords = 2_000

/** The reason from the core's output as one sentence, without our file name and its source paths. */
export function coreWords(output: string): string {
  const reason = failed.exec(output)?.[1]?.slice(0, mostWords)
  if (reason === undefined) return panicked.exec(output)?.[0].slice(0, mostWords) ?? lastLine(output)
  const chain = reason
    .split(' > ')
    .map((part) => part.replace(place, '').trim())
    .filter((part) => part !== '' && !/^failed to (load config files|decode config): /.test(part))
  return chain.join(': ') || reason
}

const builds = /infra\/conf\.\(\*(\w+?)(Inbound|Outbound|Server|Client)?Config\)\.Build/

/** If the core panics on its configuration, its stack trace shows which section it was reading. */
export function breakdown(output: string): string | undefined {
  const line = panicked.exec(output)?.[0].slice(0, mostWords)
  if (line === undefined) return undefined
  const [, what = '', side = ''] = builds.exec(output) ?? []
  const part = [what, side.toLowerCase()].filter((word) => word !== '').join(' ')
  return (
    `it breaks down over ${part === '' ? 'this configuration' : `the settings of ${part}`} ` +
    `(${line.replace(/^(?:panic|fatal error): (?:runtime error: )?/, '')}); look for a key that is cut short or mistyped`
  )
}

/** The banner and log lines: not a reason. */
const greeting = /^(?:Xray \d|A unified platform|\d{4}\/\d\d\/\d\d )/

function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !greeting.test(line))
  return (lines.at(-1) ?? '').slice(0, 500)
}
