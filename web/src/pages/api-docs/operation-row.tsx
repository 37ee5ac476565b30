import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Remote } from '../../api/remote.ts'
import { useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DownloadIcon, PlayIcon } from '../../ui/icons.tsx'
import { sayError } from '../../ui/say-error.ts'
import styles from './api-docs.module.css'
import { curlOf, urlOf } from './curl.ts'
import { methodOf, type Operation } from './operations.ts'
import { schemaText } from './schema.ts'

interface Props {
  operation: Operation
  token: string
}

/** One line; parameters and reply are rendered when it is opened. */
export function OperationRow({ operation, token }: Props) {
  const [op, setOp] = useUrlState('op')
  const { id, methods, path, summary } = operation
  const open = op === id
  const row = useRef<HTMLLIElement>(null)
  // Scrolls to the linked operation, once, when the page opens.
  const opened = useRef(open)
  useEffect(() => {
    if (opened.current) row.current?.scrollIntoView({ block: 'start' })
    opened.current = false
  }, [])
  return (
    <li ref={row} className={styles.row} data-open={open || undefined}>
      <button
        type="button"
        className={styles.summary}
        // Methods, paths and descriptions of the API are left-to-right in every language.
        dir="ltr"
        aria-expanded={open}
        onClick={() => setOp(open ? '' : id)}
      >
        <span className={styles.methods}>
          {methods.map((method) => (
            <span key={method} className={styles.method} data-method={method}>
              {method}
            </span>
          ))}
        </span>
        <span className={styles.words}>
          <code>{path}</code>
          <span className={styles.dim} lang="en">
            {summary}
          </span>
        </span>
      </button>
      {open && <Details operation={operation} token={token} />}
    </li>
  )
}

function Details({ operation, token }: Props) {
  const { t, base } = useApp()
  const { also, guard, parameters, body, reply, file } = operation
  const guards = { open: 'docs.open', token: 'docs.byToken', session: 'docs.bySession' } as const
  const curl = curlOf(operation, { root: location.origin + base, token })
  return (
    <div className={styles.details}>
      <p className={styles.dim}>{t(guards[guard])}</p>
      {also.length > 0 && (
        <p className={styles.dim}>
          {t('docs.also')} <code dir="ltr">{also.join(', ')}</code>
        </p>
      )}
      {parameters.length > 0 && (
        <>
          <h3 className={styles.part}>{t('docs.parameters')}</h3>
          <ul className={styles.parameters} dir="ltr">
            {parameters.map(({ name, in: where, required, schema }) => (
              <li key={name}>
                <code>{where === 'path' ? `{${name}}` : `?${name}=`}</code> {schemaText(schema)}
                {!required && <span className={styles.dim}> {t('docs.optional')}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {body && methodOf(operation) !== 'GET' && <Code title={t('docs.body')} text={schemaText(body)} />}
      {file ? (
        <p className={styles.dim}>
          {t('docs.file')} <code dir="ltr">{file}</code>
        </p>
      ) : (
        reply && (
          <Code title={t(reply.enveloped ? 'docs.replyObj' : 'docs.reply')} text={schemaText(reply.schema)} />
        )
      )}
      <div className={styles.codeHead}>
        <h3 className={styles.part}>curl</h3>
        <CopyButton wide text={curl} what={t('docs.command')} />
      </div>
      <pre className={styles.code} dir="ltr">
        {/* The token is only in the copied text: others may see the screen. */}
        {curlOf(operation, { root: location.origin + base, token: token && '••••••••' })}
      </pre>
      {methodOf(operation) === 'GET' && <TryIt operation={operation} />}
    </div>
  )
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3 className={styles.part}>{title}</h3>
      <pre className={styles.code} dir="ltr">
        {text}
      </pre>
    </>
  )
}

/** More would make the page slow, and nobody reads it here. */
const MOST = 20_000

/** Reads only, with the current session: nothing can be broken. */
function TryIt({ operation }: { operation: Operation }) {
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
