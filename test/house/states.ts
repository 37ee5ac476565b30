import type { Rule } from './source.ts'

/** What reads as "somebody looked, and all is well". */
const allIsWell = /\b(?:OK|all good|all is well|no problems? (?:was |were )?found|nothing needs attention)\b/i
const withTime = /\{(?:time|when)\}/
/** A word that stands alone; the component that says it adds the time, as the second rule checks. */
const addedByComponent: ReadonlySet<string> = new Set(['finding.ok', 'home.calm'])
const says = /'finding\.ok'|`finding\.\$\{|'home\.calm'/

/**
 * Every place of the web app that reads findings to show a state. What each of them shows is tried in
 * test/e2e/browser-states.test.ts; the places outside of the web app in test/api/health-places.test.ts.
 */
const readers: ReadonlySet<string> = new Set([
  'shell/health-badge.tsx', // the number beside Health
  'pages/home/home-page.tsx', // what needs attention
  'pages/home/home-details.tsx', // the strip of servers
  'pages/home/flows.tsx', // the list of inbounds
  'pages/health/health-page.tsx',
  'pages/inbounds/cells.tsx', // the column, the mark beside the name, the card on a phone
  'pages/inbounds/topology/use-topology.ts',
  'pages/nodes/cells.tsx', // the column, and the card on a phone
  'pages/nodes/node-details.tsx',
  'pages/clients/client-diagnose.tsx', // by the diagnosis of the panel
])
const readsFindings = /\buse(?:Health|Face)\(|<Health(?:Word|Dot)\b|endpoints\.health\.client\b/

/** What these components say of a node or the core is what it said itself, or decides which button is offered. */
const ownWords: Readonly<Record<string, string>> = {
  'shell/core-pill.tsx': 'the core as it is this moment, told by the panel over the socket',
  'pages/home/core-card.tsx': 'the same, with its buttons',
  'pages/home/home-page.tsx': 'which commands the core has',
  'pages/home/attention-list.tsx': 'which button a finding about the core has',
  'pages/home/use-core-actions.ts': 'whether there is a core to start',
  'pages/home/use-core-job.ts': 'whether a job runs, which is not the core',
  'pages/home/home-details.tsx': 'a node that has not answered is not called well',
  'pages/home/flows.tsx': 'as above',
  'pages/nodes/cells.tsx': 'as above; why a node did not answer last',
  'pages/nodes/node-view.ts': 'as above',
  'pages/nodes/node-details.tsx': 'why it did not answer, and when it did last',
  'pages/nodes/node-queue.tsx': 'why changes wait',
  'pages/nodes/node-form.tsx': 'what a call to the node said just now',
  'pages/nodes/use-node-actions.tsx': 'as above',
  'pages/nodes/use-node-menu.ts': 'what can be asked of a node',
  'pages/nodes/trends.tsx': 'whether there are figures',
  'pages/inbounds/topology/use-topology.ts': 'whether the core of this panel moves anything',
  'pages/setup/make-first.ts': 'waits for the core',
  'pages/activity/background.tsx': 'jobs of the panel, with the time of their last run',
  'pages/network/remote-list.tsx': 'why a download failed',
  'pages/settings/directory/directory-card.tsx': 'why a look into the directory failed',
  'pages/settings/telegram/telegram-card.tsx': 'the bot says itself whether it runs',
}
const rawState =
  /\b(?:xrayState|lastError|behindReason)\b|\bxray\??\.state\b|\bstate [!=]== '(?:running|error|stop)'|\bstatus [!=]== '(?:online|offline)'/
const inWeb = (path: string) => /^web\/src\/((?!health\/).*\.tsx?)$/.exec(path)?.[1]
const isTest = (path: string) => /\.test\.tsx?$/.test(path)

export const stateRules: Rule[] = [
  {
    name: 'every place that shows a state is listed',
    finds({ path, text }) {
      const file = inWeb(path)
      if (file === undefined || isTest(path)) return []
      const isListed = readers.has(file)
      if (readsFindings.test(text) === isListed) return []
      return [
        `${path} ${isListed ? 'is listed, but reads no findings' : 'reads findings: list it, and try it in a test'}`,
      ]
    },
    bad: [
      { path: 'web/src/pages/a.tsx', text: 'const { data } = useHealth()' },
      { path: 'web/src/pages/a.tsx', text: '<HealthDot select={all} />' },
      { path: 'web/src/shell/health-badge.tsx', text: '<b>3</b>' },
    ],
    good: [
      { path: 'web/src/shell/health-badge.tsx', text: 'const { data } = useHealth()' },
      { path: 'web/src/health/health-word.tsx', text: 'const { data } = useHealth()' },
    ],
  },
  {
    name: 'no component makes up the state of a node or the core',
    finds({ path, text }) {
      const file = inWeb(path)
      if (file === undefined || isTest(path)) return []
      if (rawState.test(text) === file in ownWords) return []
      return [
        `${path} ${file in ownWords ? 'needs no reason any more' : 'shows what no check saw: read findings, or say why not'}`,
      ]
    },
    bad: [
      { path: 'web/src/pages/a.tsx', text: "node.status === 'online' ? <Green /> : null" },
      { path: 'web/src/pages/a.tsx', text: "status.xray.state === 'running'" },
      { path: 'web/src/pages/setup/make-first.ts', text: 'nothing' },
    ],
    good: [
      { path: 'web/src/pages/nodes/trends.tsx', text: "node.status === 'online'" },
      { path: 'web/src/pages/a.tsx', text: '<HealthWord isOff={!node.enable} />' },
    ],
  },
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
