import { Alert } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { Segments } from '../../../forms/segments.tsx'
import { lazyWithWords } from '../../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useUrlChoice } from '../../../router/use-url-state.ts'
import { Loaded } from '../../../ui/states.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { blockIn } from '../../inbounds/editor/text-forms.ts'
import { useDraft } from '../draft/draft.tsx'
import type { Template } from '../draft/template.ts'

/** The editor is the largest part of the page, so it loads when this tab is opened. */
const JsonEditor = lazyWithWords(() => import('./json-editor.tsx'), 'JsonEditor')

/**
 * `?tab=raw&show=generated`: the template as text, two-way with the draft; or the core's configuration,
 * read-only.
 */
export function RawTab() {
  const { t } = useTranslation()
  const [show, setShow] = useUrlChoice('show', ['template', 'generated'])
  return (
    <>
      <Segments
        aria-label={t('raw.show')}
        value={show}
        onChange={setShow}
        words={{ template: 'raw.template', generated: 'raw.generated' }}
        mb="sm"
      />
      <Suspense fallback={<Waiting />}>{show === 'template' ? <TemplateText /> : <Generated />}</Suspense>
    </>
  )
}

const textOf = (template: Template) => JSON.stringify(template, null, 2)

/** Text that is not a valid template stays in the editor; the draft follows when it is valid again. */
function TemplateText() {
  const { t } = useTranslation()
  const { template, change } = useDraft()
  const [text, setText] = useState(() => textOf(template))
  const written = useRef(template)
  useEffect(() => {
    if (written.current === template) return
    written.current = template
    setText(textOf(template)) // discarded, or changed elsewhere
  }, [template])
  function write(next: string) {
    setText(next)
    const value = blockIn(next)
    if (!value) return
    written.current = value
    change(() => value)
  }
  return (
    <>
      <p className="summary">{t('raw.about')}</p>
      <JsonEditor label={t('raw.template')} value={text} onChange={write} />
      {blockIn(text) === undefined && (
        <Alert color="orange" role="alert" mt="sm">
          {t('raw.broken')}
        </Alert>
      )}
    </>
  )
}

function Generated() {
  const { t } = useTranslation()
  const config = useReply(endpoints.core.config, { staleTime: 0 })
  return (
    <Loaded query={config} rows={8}>
      {(data) => (
        <>
          <p className="summary">{t('raw.generatedAbout')}</p>
          <JsonEditor label={t('raw.generated')} value={JSON.stringify(data, null, 2)} />
        </>
      )}
    </Loaded>
  )
}
