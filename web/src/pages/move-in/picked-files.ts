/** What an upload consists of: the database, and what Marzban keeps beside it. */
type PickedFiles = Partial<Record<'db' | 'coreConfig' | 'env', File>>

/** Recognised by name, so that the user need not assign them. */
export function sortFiles(files: readonly File[]): PickedFiles {
  const picked: PickedFiles = {}
  for (const file of files) {
    const name = file.name.toLowerCase()
    if (name.endsWith('.json')) picked.coreConfig ??= file
    else if (/(^|\.)env(\.|$)/.test(name)) picked.env ??= file
    else picked.db ??= file
  }
  return picked
}

/** Text parts go first, so that the panel knows them when the file arrives. */
export async function formOf({ db, coreConfig, env }: PickedFiles, subPath: string): Promise<FormData> {
  const form = new FormData()
  if (coreConfig) form.set('coreConfig', await coreConfig.text())
  if (env) form.set('env', await env.text())
  if (subPath.trim() !== '') form.set('subPath', subPath.trim())
  if (db) form.set('db', db)
  return form
}
