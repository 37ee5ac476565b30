import { ActionIcon, Menu, Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { StarIcon, TrashIcon } from '../../ui/icons.tsx'
import styles from './saved-views.module.css'
import { placeOfView, useViews } from './views.ts'

/** Named filters with their sort order. */
export function SavedViews({ q, sort }: { q: string; sort: string }) {
  const { t, router } = useApp()
  const [views, setViews] = useViews()
  const [naming, setNaming] = useState(false)
  const [name, setName] = useState('')

  function save() {
    if (name.trim() === '') return
    setViews([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), q, sort }])
    setNaming(false)
    setName('')
  }

  return (
    <Popover
      opened={naming}
      onChange={setNaming}
      width={280}
      trapFocus
      position="bottom-end"
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <Menu width={260}>
            <Menu.Target>
              <ActionIcon variant="default" size={40} aria-label={t('views.title')} title={t('views.title')}>
                <StarIcon size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {views.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
              {views.map((view) => (
                <div key={view.name} className={styles.view}>
                  <Menu.Item onClick={() => router.go(placeOfView(view))}>
                    <bdi>{view.name}</bdi>
                  </Menu.Item>
                  <Menu.Item
                    className="dim"
                    aria-label={t('views.drop', { name: view.name })}
                    closeMenuOnClick={false}
                    onClick={() => setViews(views.filter((other) => other !== view))}
                  >
                    <TrashIcon size={16} />
                  </Menu.Item>
                </div>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => setNaming(true)}>{t('views.save')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('views.save')}>
        <form
          className="stack10"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <TextInput
            label={t('views.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
            dir="auto"
          />
          <Button label={t('views.save')} primary type="submit" disabled={name.trim() === ''} />
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
