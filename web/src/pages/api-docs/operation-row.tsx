import { useEffect, useRef } from 'react'
import { useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './api-docs.module.css'
import { curlOf } from './curl.ts'
import { methodOf, type Operation } from './operations.ts'
import { schemaText } from './schema.ts'
import { TryIt } from './try-it.tsx'

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
