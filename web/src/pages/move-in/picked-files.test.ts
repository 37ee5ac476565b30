import { expect, it } from 'vitest'
import { formOf, sortFiles } from './picked-files.ts'

const file = (name: string, text = name) => new File([text], name)

it('tells the files apart by their names', () => {
  const [db, config, env] = [file('x-ui.db'), file('xray_config.json'), file('.env')]
  expect(sortFiles([config, env, db])).toEqual({ db, coreConfig: config, env })
  expect(sortFiles([file('db.sqlite3')]).db?.name).toBe('db.sqlite3')
  expect(sortFiles([file('marzban.env'), file('a.db')]).env?.name).toBe('marzban.env')
  expect(sortFiles([file('environment.db')]).db?.name).toBe('environment.db')
  expect(sortFiles([file('xray_config.json')]).db).toBeUndefined()
})

it('sends the texts before the database', async () => {
  const form = await formOf(sortFiles([file('a.db'), file('.env', 'A=1')]), ' /feed/ ')
  expect([...form.keys()]).toEqual(['env', 'subPath', 'db'])
  expect(form.get('env')).toBe('A=1')
  expect(form.get('subPath')).toBe('/feed/')
  expect([...(await formOf({ db: file('a.db') }, '')).keys()]).toEqual(['db'])
})
