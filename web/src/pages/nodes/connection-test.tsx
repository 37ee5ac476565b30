import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ProbeResult } from '#contract/node.ts'
import { endpoints } from '../../api/endpoints.ts'
import { loadCoded } from '../../i18n/coded.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { sayCoded, sayError } from '../../ui/say-error.ts'
import { bodyOf, type NodeForm, withUrl } from './node-values.ts'
import { versionWord } from './node-view.ts'
import styles from './nodes.module.css'

/** Asks the node with what is in the form, before anything is saved. */
export function ConnectionTest({ values, id }: { values: NodeForm; id: number | undefined }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const test = useMutation({
    async mutationFn() {
      const found = await api.call(endpoints.nodes.test, { body: bodyOf(withUrl(values), id) })
      await loadCoded()
      return found
    },
  })
  const { reset } = test
  // The result is that of other values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the form
  useEffect(() => reset(), [JSON.stringify(values), reset])
  return (
    <div className={styles.field}>
      <Button
        className={styles.start ?? ''}
        variant="default"
        loading={test.isPending}
        disabled={values.address.trim() === '' && values.join.trim() === ''}
        onClick={() => test.mutate()}
      >
        {t('nodes.test')}
      </Button>
      <div aria-live="polite">
        {test.data && <Result found={test.data} />}
        {test.error && (
          <Alert color="red" variant="light">
            <span dir="auto">{sayError(t, test.error)}</span>
          </Alert>
        )}
      </div>
    </div>
  )
}

function Result({ found }: { found: ProbeResult }) {
  const { t } = useTranslation()
  if (found.status === 'offline')
    return (
      <Alert color="red" variant="light">
        <strong>{t('nodes.testFailed')}</strong>
        <p dir="auto">{sayCoded(found.errorCoded, found.error)}</p>
      </Alert>
    )
  return (
    <Alert color="teal" variant="light">
      <strong>{t('nodes.testGood', { ms: found.latencyMs })}</strong>
      <p>
        {t('nodes.testVersions', { panel: found.panelVersion || '–', core: versionWord(found.coreVersion) })}
      </p>
    </Alert>
  )
}
