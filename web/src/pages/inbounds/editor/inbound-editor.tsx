import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { AudienceField } from './audience-field.tsx'
import styles from './editor.module.css'
import { EditorContext } from './editor-context.ts'
import { FallbackSection } from './fallback-section.tsx'
import { FieldNamesSwitch } from './field-names.tsx'
import { FieldsContext } from './fields-context.ts'
import { FormSection, SectionFields } from './form-section.tsx'
import { LivePanel } from './live-panel.tsx'
import { NodeField } from './node-field.tsx'
import { isThere, type Section, sections } from './sections.ts'
import { NetworkField, SecurityField } from './special-fields.tsx'
import { type Options, useInboundForm } from './use-inbound-form.ts'

const closedBy = ['i', 'new', 'from']
/** Only while it is created. */
const newFields = (
  <>
    <NodeField />
    <AudienceField />
  </>
)
/** Not in the table: they decide which part of it applies. */
const before: Partial<Record<Section, ReactNode>> = {
  transport: <NetworkField />,
  security: <SecurityField />,
}

/** The whole inbound: sections beside a live preview. Input is never lost. */
export function InboundEditor(options: Options) {
  const { t } = useTranslation()
  const { inbound, all } = options
  const { editor, setBadJson, element, onSubmit, busy, dirty, failure } = useInboundForm(options)
  useLeaveGuard(dirty && !busy, closedBy)
  const others = all.filter(({ id }) => id !== inbound?.id)
  return (
    <EditorContext value={editor}>
      <FieldsContext value={editor}>
        <form ref={element} noValidate onSubmit={onSubmit}>
          <div className={styles.editor}>
            <div className={styles.sections}>
              <FieldNamesSwitch />
              {sections
                .filter((section) => isThere(section, editor.cell.protocol))
                .map((section) => (
                  <FormSection key={section} section={section}>
                    {section === 'fallbacks' ? (
                      <FallbackSection others={others} />
                    ) : (
                      <SectionFields
                        section={section}
                        // An inbound stays where it was created.
                        before={section === 'basic' && !inbound ? newFields : before[section]}
                      />
                    )}
                  </FormSection>
                ))}
            </div>
            <LivePanel inbound={inbound} all={all} refusal={failure} onBadJson={setBadJson} />
          </div>
          <div className={styles.foot} data-foot>
            <Button type="submit" loading={busy} disabled={inbound !== undefined && !dirty}>
              {t(inbound ? 'inboundForm.save' : 'inboundForm.create')}
            </Button>
            {failure && (
              <Alert color="red" variant="light" role="alert" className={styles.failure ?? ''}>
                <span dir="auto">{failure}</span>
              </Alert>
            )}
          </div>
        </form>
      </FieldsContext>
    </EditorContext>
  )
}
