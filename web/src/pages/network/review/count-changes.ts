import { configDiff } from '#domain/core-config/diff.ts'
import { taggedRules } from '#domain/core-config/rules.ts'
import { rulesOf, type Template, withRules } from '../draft/template.ts'

const isRule = (path: string) => path.startsWith('routing.rules[')

/** Rules have the names of the generated configuration, so adding one at the top moves no other. */
const named = (template: Template): Template => withRules(template, taggedRules(rulesOf(template)))

/** Counts changes as a person would: an edited rule is one, although it is another rule to the core. */
export function countChanges(stored: Template, template: Template): number {
  const { changes, more } = configDiff(named(stored), named(template))
  const rules = changes.filter(({ path }) => isRule(path))
  const gone = rules.filter(({ after }) => after === undefined).length
  const came = rules.filter(({ before }) => before === undefined).length
  return changes.length - gone - came + Math.max(gone, came) + more
}
