import type { Settings } from '#contract/settings.ts'
import { compilePattern } from '#domain/settings/pattern.ts'
import { readsFormat, readsLinks } from '#domain/subscription/app-family.ts'
import { isServed, type SubscriptionFormat } from '#domain/subscription/urls.ts'

interface Rule {
  format: SubscriptionFormat
  pattern: RegExp
}

/** Long enough for any app; an operator's pattern never runs on more. */
const longestName = 256

/** The format that an app gets on the raw path, by its User-Agent: the first matching rule, in this order. */
export function createAppFormats(settings: Settings): (userAgent: string) => SubscriptionFormat {
  const rules: Rule[] = []
  const rule = (format: keyof typeof readsFormat, detect: boolean, text: string) => {
    if (!detect || !isServed(settings, format)) return
    rules.push({ format, pattern: (text && compilePattern(text)) || readsFormat[format] })
  }
  rule('singbox', settings.subSingboxAutoDetect, settings.subSingboxUserAgentRegex)
  rule('clash', settings.subClashAutoDetect, settings.subClashUserAgentRegex)
  rule('json', settings.subJsonAutoDetect, settings.subJsonUserAgentRegex)

  const written = rules.filter(({ pattern }) => !Object.values(readsFormat).includes(pattern))

  return (userAgent) => {
    if (rules.length === 0) return 'raw'
    const name = userAgent.slice(0, longestName)
    const candidates = readsLinks.test(name) ? written : rules
    return candidates.find(({ pattern }) => pattern.test(name))?.format ?? 'raw'
  }
}
