import { under } from './under.ts'

/** Separate from the other routes of the web app: only what undoes an act needs it. */
export const undoRoutes = under('/panel/api/undo', {
  undo: 'POST /:id',
})
