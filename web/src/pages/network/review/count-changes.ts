import { configDiff } from '#domain/core-config/diff.ts'
import { taggedRules } from '#domain/core-config/rules.ts'
import { rulesOf, type Template, withRules } from '../draft/template.ts'

const isRule = (path: string) => path.startsWith('routing.rules[')

/** Rules bear the names that the generated configuration gives them: one that is put first moves no other. */
const named = (template: Template): Template => withRules(template, taggedRules(rulesOf(template)))

/** How many changes a person would count: an edited rule is one, though it is another rule to the core. */
export function countChanges(stored: Template, template: Template): number {
  const { changes, more } = configDiff(named(stored), named(template))
  const rules = changes.filter(({ path }) => isRule(path))
  const gone = rules.filter(({ after }) => after === undefined).length
  const came = rules.filter(({ before }) => before === undefined).length
  return changes.length - gone - came + Math.max(gone, came) + more
}
