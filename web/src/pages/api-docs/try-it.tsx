import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Remote } from '../../api/remote.ts'
import { useApp } from '../../services.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DownloadIcon, PlayIcon } from '../../ui/icons.tsx'
import { sayError } from '../../ui/say-error.ts'
import styles from './api-docs.module.css'
import { urlOf } from './curl.ts'
import type { Operation } from './operations.ts'

/** More would make the page slow, and nobody reads it here. */
const MOST = 20_000

/** Reads only, with the current session: nothing can be broken. */
export function TryIt({ operation }: { operation: Operation }) {
  const { t, measures, base } = useApp()
  const [values, setValues] = useState<Record<string, string>>({})
  const asking = useAsking(operation)
  const missing = operation.parameters.some(({ name, required }) => required && !values[name]?.trim())
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!missing && !asking.isPending) asking.mutate(values)
  }
  return (
    <form onSubmit={submit}>
      <h3 className={styles.part}>{t('docs.try')}</h3>
      <div className={styles.fields}>
        {operation.parameters.map(({ name, required }) => (
          <TextInput
            key={name}
            label={name}
            required={required}
            value={values[name] ?? ''}
            onChange={({ currentTarget: { value } }) => setValues((old) => ({ ...old, [name]: value }))}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
        ))}
        {operation.file ? (
          <ButtonLink
            label={t('docs.download')}
            icon={DownloadIcon}
            href={urlOf(operation, { root: base, values })}
            download
          />
        ) : (
          <Button
            label={t('docs.send')}
            type="submit"
            disabled={missing}
            loading={asking.isPending}
            icon={PlayIcon}
          />
        )}
      </div>
      <div role="status">
        {asking.error && <p className={styles.bad}>{sayError(t, asking.error)}</p>}
        {asking.data && (
          <p className={styles.dim}>
            {t('docs.answered', { time: measures.count(asking.data.tookMs) })}
            {asking.data.text.length > MOST &&
              ` · ${t('docs.shortened', { count: measures.count(asking.data.text.length) })}`}
          </p>
        )}
      </div>
      {asking.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        <section className={styles.answer} dir="ltr" tabIndex={0} aria-label={t('docs.answer')}>
          {asking.data.text.slice(0, MOST)}
        </section>
      )}
    </form>
  )
}

function useAsking({ path, parameters }: Operation) {
  const { api } = useApp()
  return useMutation({
    async mutationFn(values: Readonly<Record<string, string>>) {
      const remote: Remote = { method: 'GET', path: path.replace(/\{(\w+)\}/g, ':$1'), bare: true }
      const filled = (where: 'path' | 'query') =>
        parameters
          .filter(({ name, in: own }) => own === where && values[name]?.trim())
          .map(({ name }) => [name, values[name]?.trim() ?? ''])
      const began = performance.now()
      const params: Record<string, string> = Object.fromEntries(filled('path'))
      const answer: unknown = await api.ask(remote, { params, query: Object.fromEntries(filled('query')) })
      return { text: JSON.stringify(answer, null, 2), tookMs: Math.round(performance.now() - began) }
    },
  })
}
