import { describe, expect, it } from 'vitest'
import { databaseOf, type Release, releases } from '#test/fixtures/three-x-ui.ts'
import { importer } from '#test/move-in.ts'
import { testPanel } from '#test/panel.ts'

describe.each(releases)('%s', (release: Release) => {
  it('imports', async () => {
    const t = await testPanel()
    try {
      const me = await t.login()
      const { upload, apply } = importer(me)
      const plan = await upload(databaseOf(release))
      console.log(JSON.stringify(plan, null, 1).slice(0, 6000))
      expect(plan).toMatchObject({ success: true })
      const done = await apply(plan.obj.id)
      console.log(JSON.stringify(done))
      expect(done).toMatchObject({ success: true })
    } finally {
      await t.stop()
    }
  })
})
