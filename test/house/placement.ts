import { isCode, isTest, type Rule } from './source.ts'

/** They say where an inbound runs, in TypeScript and in SQL. */
const owners = ['domain/src/inbounds/runs-on.ts', 'server/src/store/rows/inbound.ts']
const judged = /\bnodeId\s*[!=]==?\s*null\b|\bnode_id is (?:not )?null\b|'node_id', 'is(?: not)?', null/

export const placementRules: Rule[] = [
  {
    name: 'one function says where an inbound runs',
    finds(source) {
      if (!isCode(source) || isTest(source) || !/^(domain|server|web)\/src\//.test(source.path)) return []
      if (owners.includes(source.path) || !judged.test(source.text)) return []
      return [`${source.path} looks at the node by itself: ask domain/src/inbounds/runs-on.ts`]
    },
    bad: [
      { path: 'server/src/inbounds/a.ts', text: 'if (inbound.nodeId !== null) return' },
      { path: 'domain/src/a.ts', text: 'inbounds.filter(({ nodeId }) => nodeId === null)' },
      { path: 'server/src/inbounds/a.ts', text: "query.where('node_id', 'is', null)" },
      { path: 'server/src/inbounds/a.ts', text: 'sql`update inbounds set up = 0 where node_id is null`' },
    ],
    good: [
      { path: 'domain/src/inbounds/runs-on.ts', text: 'nodeId === null' },
      { path: 'server/src/inbounds/a.ts', text: 'if (!runsHere(inbound)) return' },
      { path: 'server/src/inbounds/a.test.ts', text: 'expect(nodeId === null).toBe(true)' },
    ],
  },
]
