import type { ReactNode } from 'react'
import { FormBody } from '../../../forms/form-body.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import styles from './editor.module.css'
import { EditorContext } from './editor-context.ts'
import { FallbackSection } from './fallback-section.tsx'
import { FormSection, SectionFields } from './form-section.tsx'
import { LivePanel } from './live-panel.tsx'
import { isThere, type Section, sections } from './sections.ts'
import { NetworkField, ProtocolField, SecurityField, useKept } from './special-fields.tsx'
import { type Options, useInboundForm } from './use-inbound-form.ts'

/** The whole inbound: sections beside what they amount to. Nothing that was typed is lost (issue 8). */
export function InboundEditor(options: Options) {
  const { t } = useTranslation()
  const { inbound, all } = options
  const { editor, setBadJson, ...form } = useInboundForm(options)
  const kept = useKept()
  const others = all.filter(({ id }) => id !== inbound?.id)
  const before: Partial<Record<Section, ReactNode>> = {
    basic: <ProtocolField kept={kept} />,
    transport: <NetworkField kept={kept} />,
    security: <SecurityField kept={kept} />,
  }
  return (
    <EditorContext value={editor}>
      <FormBody
        form={form}
        verb={t(inbound ? 'inboundForm.save' : 'inboundForm.create')}
        closedBy={['i', 'new', 'from']}
        needsChange={inbound !== undefined}
      >
        <div className={styles.editor}>
          <div className={styles.sections}>
            {sections
              .filter((section) => isThere(section, editor.cell.protocol))
              .map((section) => (
                <FormSection key={section} section={section}>
                  {section === 'fallbacks' ? (
                    <FallbackSection others={others} />
                  ) : (
                    <SectionFields section={section} before={before[section]} />
                  )}
                </FormSection>
              ))}
          </div>
          <LivePanel inbound={inbound} all={all} onBadJson={setBadJson} />
        </div>
      </FormBody>
    </EditorContext>
  )
}
