import type { Rule } from './source.ts'

/** What reads as "somebody looked, and all is well". */
const allIsWell = /\b(?:OK|all good|all is well|no problems? (?:was |were )?found|nothing needs attention)\b/i
const withTime = /\{(?:time|when)\}/
/** A word that stands alone; the component that says it adds the time, as the second rule checks. */
const addedByComponent: ReadonlySet<string> = new Set(['finding.ok', 'home.calm'])
const says = /'finding\.ok'|`finding\.\$\{|'home\.calm'/

export const stateRules: Rule[] = [
  {
    name: 'a sentence that says all is well has the time of the check',
    finds({ path, text }) {
      if (!/^locales\/en\/\w+\.json$/.test(path)) return []
      const texts: Record<string, string> = JSON.parse(text) // the catalogue is flat, as test/locales.test.ts checks
      return Object.entries(texts).flatMap(([key, words]) =>
        !allIsWell.test(words) || withTime.test(words) || addedByComponent.has(key)
          ? []
          : [`${path}: ${key} says "${words}" without saying when a check looked`],
      )
    },
    bad: [
      { path: 'locales/en/app.json', text: '{ "home.x": "All good." }' },
      { path: 'locales/en/bot.json', text: '{ "x": "Nothing needs attention." }' },
      { path: 'locales/en/app.json', text: '{ "inbounds.x": "OK" }' },
    ],
    good: [
      { path: 'locales/en/app.json', text: '{ "health.x": "No problems found at {time}" }' },
      { path: 'locales/en/app.json', text: '{ "finding.ok": "OK", "x.ok": "Book" }' },
      { path: 'locales/fa/app.json', text: '{ "home.x": "OK" }' },
    ],
  },
  {
    name: 'whoever shows a state reads findings and says when a check looked',
    finds({ path, text }) {
      if (!/^web\/src\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path) || !says.test(text)) return []
      return /\bcheckedWords\(/.test(text) ? [] : [`${path} shows a state without the time of the check`]
    },
    bad: [
      { path: 'web/src/pages/a.tsx', text: "<b>{t('home.calm')}</b>" },
      { path: 'web/src/pages/a.tsx', text: "t(`finding.${'ok'}`)" },
    ],
    good: [
      { path: 'web/src/pages/a.tsx', text: "t('home.calm') + checkedWords(at, now, words)" },
      { path: 'web/src/pages/a.tsx', text: "t('finding.checkedNow')" },
    ],
  },
]
