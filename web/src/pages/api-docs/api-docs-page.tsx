import '../../forms/mantine-styles.ts'
import { PasswordInput, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useCommands } from '../../commands/use-commands.ts'
import type { PlainKey, Translate } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DownloadIcon, SearchIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from './api-docs.module.css'
import { OperationRow } from './operation-row.tsx'
import { matching, type OpenApi, type Operation, operationsOf } from './operations.ts'

/** `?q=clients`, and `&op=postPanelApiClientsAdd` for an open one. */
export function ApiDocsPage() {
  const { t, base } = useApp()
  const [q, setQ] = useUrlState('q')
  // A secret: only in memory, gone with the page.
  const [token, setToken] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const operations = useReply(endpoints.docs.openApi, {
    select: (document) => operationsOf(document as unknown as OpenApi), // OpenAPI, as our own server writes it
  })
  useCommands(t('shell.docsTitle'), [
    {
      id: 'docs.search',
      label: t('docs.search'),
      keys: '/',
      keyOnly: true,
      run: () => field.current?.focus(),
    },
  ])
  return (
    <Page
      title={t('shell.docsTitle')}
      about={t('docs.about')}
      actions={
        <ButtonLink
          label="openapi.json"
          icon={DownloadIcon}
          href={`${base}panel/api/openapi.json`}
          download="sluice-openapi.json"
        />
      }
    >
      <div className={styles.tools}>
        <TextInput
          ref={field}
          type="search"
          label={t('docs.search')}
          placeholder={t('docs.searchHint')}
          leftSection={<SearchIcon size={16} />}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          className={styles.grow ?? ''}
        />
        <PasswordInput
          label={t('docs.token')}
          description={
            <>
              {t('docs.tokenHint')}{' '}
              <Link to="panel/settings?section=security&card=tokens" className={styles.link}>
                {t('docs.tokenMake')}
              </Link>
            </>
          }
          inputWrapperOrder={['label', 'input', 'description']}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value.trim())}
          visibilityToggleButtonProps={{ 'aria-label': t('docs.tokenShow'), tabIndex: 0 }}
          autoComplete="off"
          className={styles.grow ?? ''}
          dir="ltr"
        />
      </div>
      <Loaded query={operations} rows={10}>
        {(all) => <Groups operations={matching(all, q)} token={token} onShowAll={() => setQ('')} />}
      </Loaded>
    </Page>
  )
}

interface GroupsProps {
  operations: readonly Operation[]
  token: string
  onShowAll(): void
}

function Groups({ operations, token, onShowAll }: GroupsProps) {
  const { t, measures } = useApp()
  if (operations.length === 0)
    return (
      <EmptyState
        icon={SearchIcon}
        title={t('docs.noneTitle')}
        text={t('docs.noneText')}
        action={<Button label={t('docs.showAll')} primary onClick={onShowAll} />}
      />
    )
  const names = [...new Set(operations.map(({ group }) => group))]
  return names.map((name) => {
    const own = operations.filter(({ group }) => group === name)
    return (
      <section key={name} className={styles.group} aria-labelledby={`group-${name}`}>
        <h2 id={`group-${name}`} className={styles.heading}>
          {groupName(t, name)} <span className={styles.dim}>{measures.count(own.length)}</span>
        </h2>
        <ul className={styles.rows}>
          {own.map((operation) => (
            <OperationRow key={operation.id} operation={operation} token={token} />
          ))}
        </ul>
      </section>
    )
  })
}

const names: Readonly<Record<string, PlainKey>> = {
  session: 'docs.session',
  clients: 'nav.clients',
  inbounds: 'nav.inbounds',
  setting: 'nav.settings',
  server: 'docs.server',
  xray: 'docs.core',
  core: 'docs.coreVersions',
  hosts: 'docs.hosts',
  plans: 'docs.plans',
  'custom-geo': 'docs.geo',
  audit: 'nav.activity',
  jobs: 'activity.background',
  setup: 'docs.setup',
  history: 'docs.history',
  traffic: 'docs.traffic',
  metrics: 'docs.metrics',
}

/** A group without a label is shown by its part of the path. */
function groupName(t: Translate, group: string): string {
  const key = Object.hasOwn(names, group) ? names[group] : undefined
  return key ? t(key) : group
}
