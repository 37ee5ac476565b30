/** The path of a change as the form knows its field: an element of a list belongs to the list, and rows have no name. */
export const formPath = (path: string): string =>
  path.replace(/\[[^\]]*\]$/, '').replaceAll(/\[[^\]]*\]/g, '[]')
