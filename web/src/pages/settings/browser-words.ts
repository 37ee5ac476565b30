/** Order matters: the first browsers also call themselves Chrome or Safari. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|OPT)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Vivaldi', /\bVivaldi\/(\d+)/],
  ['Yandex', /\bYaBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* .*\bSafari\//],
]

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * The browser and system of a user agent; the same in every language. `browser` is `Firefox 140`, or a program's own name:
 * `curl/8.5`. Blank if nothing was sent.
 */
export function browserWords(userAgent: string): { browser: string; system: string } {
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? ''
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return { browser: `${name} ${version}`, system }
  }
  const [program = ''] = userAgent.split(/[\s(]/, 1)
  return { browser: program.slice(0, 40), system }
}
