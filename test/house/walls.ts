import { posix } from 'node:path'
import { at, importsOf, isTest, type Rule, type Source } from './source.ts'

const projects = ['contract', 'domain', 'server', 'web', 'test', 'tools', 'bench'] as const
const maySee: Record<string, readonly string[]> = {
  contract: [],
  domain: ['contract'],
  server: ['contract', 'domain'],
  web: ['contract', 'domain'],
}

const projectOf = (path: string) => projects.find((project) => path.startsWith(`${project}/`))

const arrows: Rule = {
  name: 'arrows between projects point one way',
  finds(source) {
    const own = projectOf(source.path)
    const allowed = own && maySee[own]
    if (!allowed) return []
    return importsOf(source)
      .filter(({ to }) => {
        const other = projectOf(to)
        if (!other || other === own || allowed.includes(other)) return false
        return !(other === 'test' && isTest(source)) // Tests beside the code may use the test folder.
      })
      .map(({ to, start }) => at(source, start, `${own} must not see ${to}`))
  },
  bad: [
    { path: 'server/src/a.ts', text: "import type { Page } from '../../web/src/page.ts'" },
    { path: 'web/src/a.tsx', text: "import type { Row } from '#server/store/schema.ts'" },
    { path: 'domain/src/a.ts', text: "import { log } from '#server/platform/log.ts'" },
    { path: 'contract/src/a.ts', text: "import type { Refusal } from '#domain/refusal.ts'" },
    { path: 'server/src/a.ts', text: "import { testPanel } from '#test/panel.ts'" },
  ],
  good: [
    { path: 'server/src/a.ts', text: "import { newClient } from '#domain/clients/new-client.ts'" },
    { path: 'server/src/a.test.ts', text: "import { testPanel } from '#test/panel.ts'" },
    { path: 'test/a.test.ts', text: "import { createPanel } from '#server/app/panel.ts'" },
  ],
}

/** Schemas bring a library along that no page may load: it is large, and it probes `eval`, which the page forbids. */
const noSchemas: Rule = {
  name: 'the browser imports types of endpoints, not their schemas',
  finds(source) {
    if (!/^(web\/src|contract\/src\/routes)\//.test(source.path) || isTest(source)) return []
    return importsOf(source)
      .filter(({ to, typeOnly }) => !typeOnly && /^contract\/src\/([\w-]+-api|wire)\.ts$|^zod$/.test(to))
      .map(({ to, start }) =>
        at(source, start, `imports values of ${to}: move them to a file without schemas`),
      )
  },
  bad: [
    { path: 'web/src/a.tsx', text: "import { plansApi } from '#contract/plans-api.ts'" },
    { path: 'web/src/a.tsx', text: "import { guardOf } from '#contract/wire.ts'" },
    { path: 'contract/src/routes/plans.ts', text: "import { methodsOf } from '../wire.ts'" },
    { path: 'contract/src/routes/plans.ts', text: "import { z } from 'zod'" },
  ],
  good: [
    { path: 'web/src/a.tsx', text: "import type { plansApi } from '#contract/plans-api.ts'" },
    { path: 'web/src/a.tsx', text: "import { plansRoutes } from '#contract/routes/plans.ts'" },
    { path: 'web/src/a.tsx', text: "import { coreUsersWork } from '#contract/work-names.ts'" },
  ],
}

function barrelFindings(source: Source): string[] {
  if (!/\.(tsx?|mjs)$/.test(source.path)) return []
  const findings = /^index\.(tsx?|mjs)$/.test(posix.basename(source.path))
    ? [`${source.path} is a barrel: name the file after what is in it`]
    : []
  const stars = [...source.text.matchAll(/^\s*export\s+(type\s+)?\*/gm)]
  return [
    ...findings,
    ...stars.map(({ index }) => at(source, index, 're-exports everything: import from the source')),
  ]
}

const barrels: Rule = {
  name: 'there are no barrels',
  finds: barrelFindings,
  bad: [
    { path: 'domain/src/links/index.ts', text: 'export const a = 1' },
    { path: 'domain/src/links/all.ts', text: "export * from './vless.ts'" },
    { path: 'domain/src/links/all.ts', text: "export type * from './vless.ts'" },
  ],
  good: [{ path: 'domain/src/links/vless.ts', text: 'export const a = 2 * 3' }],
}

export const wallRules = [arrows, noSchemas, barrels]
